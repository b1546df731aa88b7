import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { programsIn } from '../findings/compile.ts';
import { EXAMPLES, type Source } from './source.ts';

/** A block of code in a page of documentation. */
export interface CodeBlock {
  /** `docs/agents.mdx` and its third block: `docs/agents-3.ts`. */
  readonly file: string;
  readonly text: string;
}

const fence = /^( *)```(ts|typescript|js|javascript)\b[^\n]*\n([\s\S]*?)^\1```/gm;

/**
 * The blocks of TypeScript and JavaScript in a page that are modules: they import something. The documentation of the AI
 * SDK has `__MODEL__` and `__PROVIDER_IMPORT__` where its reader chooses a
 * model.
 */
export function codeBlocksIn(page: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(fence)].flatMap(([, indentation = '', language = '', body = ''], index) => {
    const code = body
      .replaceAll(new RegExp(`^${indentation}`, 'gm'), '')
      .replaceAll(/^__PROVIDER_IMPORT__;\n/gm, '')
      .replaceAll(/\b__MODEL__\b/g, "'openai/gpt-5'");
    const file = `${page.replace(/\.mdx?$/, '')}-${String(index + 1)}.${language.startsWith('t') ? 'ts' : 'js'}`;
    return /^import .* from ['"]/m.test(code) ? [{ file, text: code }] : [];
  });
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  allowJs: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

/** The packages of tests/sdk whose documentation has examples, or that ship some. */
const documented = [
  ...['ai', '@ai-sdk/mcp', '@ai-sdk/openai', '@ai-sdk/anthropic', '@mastra/core', '@mastra/mcp', '@openai/agents'],
  ...['langchain', '@langchain/core', '@langchain/langgraph-supervisor', '@langchain/langgraph-swarm', 'deepagents'],
  ...['@anthropic-ai/claude-agent-sdk', '@github/copilot-sdk'],
];

const shipped = [{ name: '@modelcontextprotocol/sdk', folder: 'dist/esm/examples' }];

/**
 * The examples that the SDKs in tests/sdk publish, as files that compile: a block of a page is kept where the compiler
 * has no error in it. They are written into a folder from which the SDKs are found.
 */
export function exampleSources(sdks: string, workspace: string): readonly Source[] {
  mkdirSync(workspace, { recursive: true });
  const modules = path.join(sdks, 'node_modules');
  if (!existsSync(path.join(workspace, 'node_modules'))) symlinkSync(modules, path.join(workspace, 'node_modules'));
  const all = [
    ...documented.map((name) => ({ name, blocks: blocksOf(path.join(modules, name)) })),
    ...shipped.map(({ name, folder }) => ({ name, blocks: modulesOf(path.join(modules, name), name, folder) })),
  ];
  return all.flatMap(({ name, blocks }) => {
    const source = sourceOf(name, blocks, modules, workspace);
    return source.files.length > 0 ? [source] : [];
  });
}

function sourceOf(name: string, blocks: readonly CodeBlock[], modules: string, workspace: string): Source {
  const { version } = JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8')) as { version: string };
  const folder = path.join(workspace, name);
  const written = new Map(blocks.map(({ file, text }) => [path.join(folder, file), text]));
  const all = { ...options, typeRoots: [path.join(modules, '@types')] };
  const kept = path.join(folder, 'compiled.json');
  const given = JSON.stringify([...written]);
  if (!existsSync(kept) || (JSON.parse(readFileSync(kept, 'utf8')) as Kept).given !== given) {
    rmSync(folder, { recursive: true, force: true });
    const compiled = compiledTexts(written, folder, all);
    for (const [file, text] of compiled) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(kept, JSON.stringify({ given, files: [...compiled.keys()] } satisfies Kept));
  }
  const { files } = JSON.parse(readFileSync(kept, 'utf8')) as Kept;
  const isApart = !shipped.some((each) => each.name === name);
  const work = path.join(workspace, 'work', name);
  return { name: `${EXAMPLES}${name}@${version}`, folder, files, options: all, isApart, work };
}

/** Which blocks compile takes minutes to find out, and stays as long as their texts do. */
interface Kept {
  readonly given: string;
  readonly files: readonly string[];
}

/** The blocks that compile, completed where that helps. */
function compiledTexts(
  texts: ReadonlyMap<string, string>,
  folder: string,
  all: ts.CompilerOptions,
): ReadonlyMap<string, string> {
  const make = programsIn(ts);
  const programOf = (some: ReadonlyMap<string, string>): ts.Program =>
    make({ folder, rootNames: [...some.keys()], texts: some, options: all, linted: [], settings: {} });
  const first = programOf(texts);
  const whole = [...texts].filter(([file]) => compiles(file, first));
  const completed = completedTexts(new Map([...texts].filter(([file]) => !compiles(file, first))), first);
  const second = programOf(completed);
  return new Map(
    [...whole, ...[...completed].filter(([file]) => compiles(file, second))].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Names that another block of the page defines are declared at the end, as `any`; `z` is imported. */
function completedTexts(texts: ReadonlyMap<string, string>, program: ts.Program): ReadonlyMap<string, string> {
  return new Map(
    [...texts].map(([file, text]) => {
      const missing = new Set(errorsIn(file, program).flatMap(missingName));
      const isDeclarable = file.endsWith('.ts') && missing.size > 0 && missing.size <= 5;
      return [file, isDeclarable ? `${text}${[...missing].map(declarationOf).join('')}` : text];
    }),
  );
}

function missingName({ code, messageText }: ts.Diagnostic): readonly string[] {
  const [, name] = /^Cannot find name '(\w+)'/.exec(ts.flattenDiagnosticMessageText(messageText, ' ')) ?? [];
  return (code === 2304 || code === 2552) && name !== undefined ? [name] : [];
}

function declarationOf(name: string): string {
  return name === 'z' ? "import { z } from 'zod';\n" : `declare const ${name}: any;\n`;
}

function compiles(file: string, program: ts.Program): boolean {
  return errorsIn(file, program).length === 0 || file.endsWith('.js');
}

function errorsIn(file: string, program: ts.Program): readonly ts.Diagnostic[] {
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
}

function blocksOf(root: string): readonly CodeBlock[] {
  return filesIn(root, /\.mdx?$/)
    .filter((page) => !/changelog/i.test(page))
    .flatMap((page) => codeBlocksIn(page, readFileSync(path.join(root, page), 'utf8')));
}

/** What they import from the package by relative paths they import by its name instead. */
function modulesOf(root: string, name: string, folder: string): readonly CodeBlock[] {
  return filesIn(path.join(root, folder), /\.js$/).map((file) => ({
    file: path.join(folder, file),
    text: readFileSync(path.join(root, folder, file), 'utf8')
      .replace(/^\/\/# sourceMappingURL.*$/m, '')
      .replaceAll(/(from ['"])\.\.\/\.\.\//g, `$1${name}/`),
  }));
}

function filesIn(root: string, names: RegExp): readonly string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file) && !file.includes('node_modules'))
    .sort();
}
