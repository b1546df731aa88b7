import { resolve } from 'node:path/posix';
import ts from 'typescript';
import type { Place } from '../../src/models/agents/agent-sdk.ts';
import type { CalleeRef, ExportRef } from '../../src/models/sessions/protocol.ts';
import { type Origin, matches, originOfSymbol } from '../../src/type-utils/checker/origin.ts';
import { sharingDeclarations } from '../parsed-declarations.ts';

const installed = resolve(import.meta.dirname, '../sdk');

/** What the models name is exported from one of these, under this name or another. */
export const modules: readonly string[] = [
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
  .concat(
    '@ai-sdk/mcp',
    '@ai-sdk/openai',
    '@ai-sdk/anthropic',
    'ai',
    '@openai/agents',
    '@anthropic-ai/claude-agent-sdk',
  )
  .concat('langchain', '@langchain/core/tools', '@langchain/langgraph', '@langchain/langgraph/prebuilt', 'deepagents')
  .concat(
    '@mastra/core/agent',
    '@mastra/core/tools',
    '@mastra/mcp',
    '@google/adk',
    '@ai-sdk/provider-utils',
    '@openai/agents/realtime',
    'adk-0.2',
    'ai-6',
  )
  .concat(
    '@mastra/core/a2a',
    '@mastra/core/agent-controller',
    '@mastra/core/harness',
    '@mastra/core/mastra',
    '@mastra/core/processors',
    '@mastra/core/workspace',
  )
  .concat('@langchain/langgraph-supervisor', '@langchain/langgraph-swarm', '@langchain/langgraph/remote')
  .concat('@langchain/mcp-adapters')
  .concat('@github/copilot-sdk', '@github/copilot-sdk/extension', '@openai/codex-sdk')
  .concat('@a2a-js/sdk/client', '@a2a-js/sdk-v0_3/client')
  .concat(
    ...['index.js', 'helpers/beta/zod.js', 'helpers/beta/json-schema.js', 'helpers/beta/standard-schema.js']
      .concat('lib/tools/BetaRunnableTool.js', 'resources/beta/messages/messages.js')
      .map((name) => `@anthropic-ai/sdk/${name}`),
  );

/** Whether declarations have an option. */
export type Presence = 'present' | 'absent' | 'unreadable';

/** An exported declaration of an installed SDK. */
export interface Declared {
  readonly origin: Origin;
  readonly symbol: ts.Symbol;
  /** The module that exports it, and as what. */
  readonly module: string;
  readonly name: string;
}

/** The exported declarations of the installed SDKs, and the members of their types. */
export class SdkDeclarations {
  readonly #checker: ts.TypeChecker;
  readonly #file: ts.SourceFile;
  readonly #declared: readonly Declared[];

  /** @param names the modules to read, and `folder` where they are installed */
  constructor(names: readonly string[] = modules, folder = installed) {
    const name = `${folder}/every-export.ts`;
    const text = names.map((module, index) => `import * as m${index} from '${module}';`).join('\n');
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      types: [],
    };
    const host = sharingDeclarations(ts.createCompilerHost(options));
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
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
      const { text: specifier } = statement.moduleSpecifier;
      const module = checker.getSymbolAtLocation(statement.moduleSpecifier);
      if (!module && names === modules) throw new Error(`Not installed: ${statement.getText(file)}`);
      if (!module) return [];
      return checker.getExportsOfModule(module).flatMap((symbol) => {
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        // `export * as realtime from …` is a module, and no declaration in one.
        const isModule = Boolean(target.flags & ts.SymbolFlags.ValueModule) && !(target.flags & ts.SymbolFlags.Class);
        return (isModule ? [] : [target, ...constantsIn(target, checker)]).flatMap((each) => {
          const origin = originOfSymbol(each, checker);
          return origin ? [{ origin, symbol: each, module: specifier, name: symbol.name }] : [];
        });
      });
    });
  }

  /** What a model refers to; each declaration once, however often it is exported. */
  find(ref: ExportRef): readonly Declared[] {
    const found = this.#declared.filter(({ origin }) => matches(origin, ref));
    return found.filter(({ symbol }, index) => found.findIndex((other) => other.symbol === symbol) === index);
  }

  /** Whether a package exports what another one declares, under a name that a model refers to. */
  passesOn(packageName: string, names: readonly string[]): boolean {
    return this.#declared.some(
      ({ origin, module, name }) =>
        origin.package !== packageName &&
        names.includes(name) &&
        (module === packageName || module.startsWith(`${packageName}/`)),
    );
  }

  /** Whether a package exports, under some name, what it declares under a name that a model refers to. */
  exportsAs(name: string, ref: ExportRef): boolean {
    return this.#declared.some((each) => each.name === name && matches(each.origin, ref));
  }

  /** The packages that some export is declared in. */
  isInstalled(packageName: string): boolean {
    return modules.some((module) => module === packageName || module.startsWith(`${packageName}/`));
  }

  /**
   * Whether a call of what is declared has an option at a place: an argument of some signature, and the properties in it.
   * `unreadable` where the declarations do not tell, since the argument may be anything.
   *
   * @param isObject an object of the declared type stands for the call
   */
  hasPlace({ symbol }: Declared, { method }: CalleeRef, { argument, path = [] }: Place, isObject: boolean): Presence {
    if (argument === 'receiver') return 'present';
    const declared = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const own = this.#checker.getTypeOfSymbolAtLocation(symbol, this.#file);
    if (isObject && isTypeSymbol(symbol)) return argument === 0 ? this.#hasPath(declared, path) : 'absent';
    const callees = method === undefined ? [own] : [declared, own].flatMap((type) => this.#memberOf(type, method));
    if (callees.some(({ flags }) => flags & ts.TypeFlags.Any)) return 'unreadable';
    const signatures = callees.flatMap((type) => {
      const called = this.#checker.getNonNullableType(type);
      return [...called.getCallSignatures(), ...(method === undefined ? called.getConstructSignatures() : [])];
    });
    return bestOf(
      signatures.map(({ parameters }) => {
        const parameter = parameters.at(argument);
        if (!parameter) return 'absent';
        const isRest = parameter.declarations?.some((each) => ts.isParameter(each) && each.dotDotDotToken) === true;
        return isRest
          ? 'unreadable'
          : this.#hasPath(this.#checker.getTypeOfSymbolAtLocation(parameter, this.#file), path);
      }),
    );
  }

  #memberOf(type: ts.Type, name: string): readonly ts.Type[] {
    const member = type.getProperty(name);
    return member ? [this.#checker.getTypeOfSymbolAtLocation(member, this.#file)] : [];
  }

  #hasPath(type: ts.Type, [name, ...rest]: readonly string[]): Presence {
    if (name === undefined) return 'present';
    if (type.isUnion()) return bestOf(type.types.map((part) => this.#hasPath(part, [name, ...rest])));
    if (type.flags & ts.TypeFlags.Instantiable) {
      const bound = this.#checker.getBaseConstraintOfType(type);
      return bound && bound !== type ? this.#hasPath(bound, [name, ...rest]) : 'unreadable';
    }
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'unreadable';
    const element = name === '*' ? this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
    if (element) return this.#hasPath(element, rest);
    const property = this.#checker.getPropertyOfType(type, name);
    if (property) return this.#hasPath(this.#checker.getTypeOfSymbolAtLocation(property, this.#file), rest);
    return this.#checker.getIndexTypeOfType(type, ts.IndexKind.String) ? 'unreadable' : 'absent';
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

/** What holds of one of several signatures, or members of a union, holds of the option. */
function bestOf(all: readonly Presence[]): Presence {
  return (['present', 'unreadable'] as const).find((each) => all.includes(each)) ?? 'absent';
}

/** What is not exported itself, and declares a property of an exported interface: `tools: typeof openaiTools`. */
function constantsIn(symbol: ts.Symbol, checker: ts.TypeChecker): readonly ts.Symbol[] {
  return (symbol.declarations ?? []).filter(ts.isInterfaceDeclaration).flatMap(({ members }) =>
    members.flatMap((member) => {
      if (!ts.isPropertySignature(member) || !member.type || !ts.isTypeQueryNode(member.type)) return [];
      const constant = checker.getSymbolAtLocation(member.type.exprName);
      return constant ? [constant] : [];
    }),
  );
}

function isTypeSymbol({ flags }: ts.Symbol): boolean {
  return (flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class)) !== 0;
}

function isHidden(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
}

/** `Symbol.asyncDispose` for what the compiler calls `__@asyncDispose@123`. */
function nameOf(name: string): string {
  const symbol = /^__@(\w+)@\d+$/.exec(name)?.[1];
  return symbol === undefined ? name : `Symbol.${symbol}`;
}
