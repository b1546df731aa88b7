import ts from 'typescript';
import { operators } from '../../scripts/truth/operators/index.ts';
import { applyEdits } from '../../scripts/truth/syntax.ts';

/** As much of the SDKs' declarations as the operators look at. */
const declarations: Readonly<Record<string, string>> = {
  '/node_modules/@modelcontextprotocol/sdk/index.d.ts': `
    export declare class Client {
      constructor(info: any);
      connect(transport: any): any;
      close(): any;
      callTool(call: any): any;
      listTools(): any;
    }
    export declare class McpServer {
      constructor(info: any);
      connect(transport: any): any;
      close(): any;
      registerTool(name: string, options: any, handler: (input: { path: string }) => any): any;
      tool(name: string, schema: any, handler: (input: { path: string }) => any): any;
    }
    export declare class StdioServerTransport {}`,
  '/node_modules/ai/index.d.ts': `
    export declare function tool(options: { needsApproval?: any; execute: (input: { city: string }) => any; [key: string]: any }): any;
    export declare function generateText(options: any): any;
    export declare class ToolLoopAgent { constructor(options: any); }`,
  '/node_modules/@mastra/core/index.d.ts': `
    export declare class Agent { constructor(options: any); }
    export declare function createTool(options: { execute: (input: { city: string }) => any; [key: string]: any }): any;`,
  '/node_modules/@openai/agents/index.d.ts': `
    export declare class Agent { constructor(options: any); }
    export declare function tool(options: { execute: (input: { city: string }) => any; [key: string]: any }): any;`,
  '/node_modules/@anthropic-ai/claude-agent-sdk/index.d.ts': 'export declare function query(given: any): any;',
  '/node_modules/express/index.d.ts': 'export declare function express(): { post(path: string, handler: any): any };',
  '/lib.d.ts': `
    interface Array<T> { length: number; [n: number]: T; forEach(call: (each: T) => void): void }
    interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
    interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}`,
};

/** The texts of the mutants of an operator, and of their twins. */
export function mutantsIn(
  name: string,
  code: string,
  file = '/main.ts',
): readonly { readonly text: string; readonly twin: string | undefined }[] {
  const texts = new Map([...Object.entries(declarations), [file, code]]);
  const program = ts.createProgram({
    rootNames: [file, '/lib.d.ts'],
    options: {
      noLib: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowJs: true,
      types: [],
    },
    host: {
      fileExists: (path) => texts.has(path),
      readFile: (path) => texts.get(path),
      directoryExists: (path) => [...texts.keys()].some((each) => each.startsWith(`${path}/`)),
      getSourceFile: (path, target) => ts.createSourceFile(path, texts.get(path) ?? '', target, true),
      getDefaultLibFileName: () => '/lib.d.ts',
      writeFile: () => undefined,
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    },
  });
  const source = program.getSourceFile(file);
  const operator = operators.find((each) => each.name === name);
  if (!source || !operator) throw new Error(`There is no operator ${name}.`);
  return [...operator.sites(source, { checker: program.getTypeChecker(), files: [source] })].map(({ edits, twin }) => ({
    text: applyEdits(code, edits),
    twin: twin && applyEdits(code, twin),
  }));
}
