import { resolve } from 'node:path/posix';
import ts from 'typescript';
import type { ExportRef } from '../../src/models/protocol.ts';
import { type Origin, matches, originOfSymbol } from '../../src/type-utils/origin.ts';

const sdk = resolve(import.meta.dirname, '../sdk');

/** What the models name is exported from one of these, under this name or another. */
const modules = [
  ...['index', 'stdio', 'streamableHttp', 'sse', 'websocket'].map((name) => `sdk/client/${name}.js`),
  ...['index', 'mcp', 'stdio', 'streamableHttp', 'webStandardStreamableHttp', 'sse'].map(
    (name) => `sdk/server/${name}.js`,
  ),
  'client',
  'client/stdio',
  'server',
  'server/stdio',
  'node',
  'core',
  'sdk/inMemory.js',
  'sdk/experimental/tasks/client.js',
  'sdk/experimental/tasks/mcp-server.js',
]
  .map((name) => `@modelcontextprotocol/${name}`)
  .concat('mcp-sdk-1.25/client/index.js', 'mcp-sdk-1.25/server/index.js', 'mcp-sdk-1.25/server/mcp.js')
  .concat('@ai-sdk/mcp', 'ai', '@openai/agents', '@anthropic-ai/claude-agent-sdk')
  .concat('langchain', '@langchain/core/tools', '@langchain/langgraph', '@langchain/langgraph/prebuilt', 'deepagents')
  .concat(
    '@mastra/core/agent',
    '@mastra/core/tools',
    '@mastra/mcp',
    '@google/adk',
    '@ai-sdk/provider-utils',
    '@openai/agents/realtime',
  )
  .concat('@mastra/core/a2a', '@mastra/core/agent-controller', '@mastra/core/harness', '@mastra/core/mastra')
  .concat('@langchain/langgraph-supervisor', '@langchain/langgraph-swarm', '@langchain/langgraph/remote')
  .concat('@github/copilot-sdk', '@github/copilot-sdk/extension')
  .concat('@a2a-js/sdk/client', '@a2a-js/sdk-v0_3/client')
  .concat(
    ...['index.js', 'helpers/beta/zod.js', 'helpers/beta/json-schema.js', 'helpers/beta/standard-schema.js']
      .concat('lib/tools/BetaRunnableTool.js', 'resources/beta/messages/messages.js')
      .map((name) => `@anthropic-ai/sdk/${name}`),
  );

/** An exported declaration of an installed SDK. */
export interface Declared {
  readonly origin: Origin;
  readonly symbol: ts.Symbol;
}

/** The exported declarations of the installed SDKs, and the members of their types. */
export class SdkDeclarations {
  readonly #checker: ts.TypeChecker;
  readonly #file: ts.SourceFile;
  readonly #declared: readonly Declared[];

  constructor() {
    const name = `${sdk}/every-export.ts`;
    const text = modules.map((module, index) => `import * as m${index} from '${module}';`).join('\n');
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const file = ts.createSourceFile(name, text, { languageVersion: ts.ScriptTarget.ES2023 }, true);
    const program = ts.createProgram([name], options, {
      ...host,
      getSourceFile: (path, ...rest) => (path === name ? file : host.getSourceFile(path, ...rest)),
      fileExists: (path) => path === name || host.fileExists(path),
    });
    const checker = program.getTypeChecker();
    this.#checker = checker;
    this.#file = file;
    this.#declared = file.statements.flatMap((statement) => {
      const module = ts.isImportDeclaration(statement) && checker.getSymbolAtLocation(statement.moduleSpecifier);
      if (!module) throw new Error(`Not installed: ${statement.getText(file)}`);
      return checker.getExportsOfModule(module).flatMap((symbol) => {
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        // `export * as realtime from …` is a module, and no declaration in one.
        const isModule = Boolean(target.flags & ts.SymbolFlags.ValueModule) && !(target.flags & ts.SymbolFlags.Class);
        const origin = isModule ? undefined : originOfSymbol(target, checker);
        return origin ? [{ origin, symbol: target }] : [];
      });
    });
  }

  /** What a model refers to; each declaration once, however often it is exported. */
  find(ref: ExportRef): readonly Declared[] {
    const found = this.#declared.filter(({ origin }) => matches(origin, ref));
    return found.filter(({ symbol }, index) => found.findIndex((other) => other.symbol === symbol) === index);
  }

  /** The packages that some export is declared in. */
  isInstalled(packageName: string): boolean {
    return modules.some((module) => module === packageName || module.startsWith(`${packageName}/`));
  }

  /** The public methods of an instance of a class or interface, and its properties that `views` names. */
  membersOf({ symbol }: Declared, views: readonly string[]): ReadonlySet<string> {
    return new Set(this.#members(this.#checker.getDeclaredTypeOfSymbol(symbol), views));
  }

  /** All that an instance has, accessible or not a method. */
  hasMember({ symbol }: Declared, name: string): boolean {
    const own = this.#checker.getDeclaredTypeOfSymbol(symbol).getProperty(name);
    const statics = this.#checker.getTypeOfSymbolAtLocation(symbol, this.#file).getProperty(name);
    return own !== undefined || statics !== undefined;
  }

  #members(type: ts.Type, views: readonly string[]): readonly string[] {
    return type.getProperties().flatMap((property) => {
      const { name } = property;
      if (name.startsWith('_') && !name.startsWith('__@')) return [];
      if (property.declarations?.some(isHidden)) return [];
      const valueType = this.#checker.getTypeOfSymbolAtLocation(property, this.#file);
      if (views.includes(name)) return [name, ...this.#members(valueType, views)];
      // Not so for what is optional: handlers that a program sets.
      return valueType.getCallSignatures().length > 0 ? [nameOf(name)] : [];
    });
  }
}

function isHidden(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
}

/** `Symbol.asyncDispose` for what the compiler calls `__@asyncDispose@123`. */
function nameOf(name: string): string {
  const symbol = /^__@(\w+)@\d+$/.exec(name)?.[1];
  return symbol === undefined ? name : `Symbol.${symbol}`;
}
