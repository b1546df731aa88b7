// Analyses all code of one published package, and prints what failed: `tsx scripts/crash/package.ts <target as JSON>`.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import ts from 'typescript';
import { sessionFactsOf } from '../../src/facts/sessions/sessions.ts';
import plugin from '../../src/index.ts';
import type { Protocol } from '../../src/models/sessions/protocol.ts';
import { effectsOf, runsUnresolved } from '../../src/program/effects/effects.ts';
import { flowGraphOf } from '../../src/program/flow/lower.ts';
import { plainEvaluatorOf } from '../../src/program/values/evaluator.ts';
import type { Target } from './targets.ts';

/** What analysing a package came to. */
export interface Outcome {
  readonly files: number;
  /** Of these the syntax is none that the compiler or the linter takes. */
  readonly unreadable: number;
  readonly functions: number;
  readonly failures: readonly string[];
  /** The file that took longest, and how long, in seconds. */
  readonly slowest: readonly [file: string, seconds: number];
}

const target = JSON.parse(process.argv[2] ?? '') as Target;
// Installed code is not analysed, and so the package is looked at as if it were the user's own.
const folder = resolve('.tmp/crash', target.name.replace('/', '+'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const file of ['package.json', ...target.files]) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  cpSync(join(target.folder, file), join(folder, file));
}
const installed = modulesAbove(target.folder);
if (installed !== undefined) symlinkSync(installed, join(folder, 'node_modules'));

const program = ts.createProgram(
  target.files.map((file) => join(folder, file)),
  {
    allowJs: true,
    checkJs: false,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    skipLibCheck: true,
    noEmit: true,
    maxNodeModuleJsDepth: 0,
    types: [],
  },
);
// Its making binds all files: nodes have parents only then.
program.getTypeChecker();
const linter = new Linter({ cwd: folder });
const failures: string[] = [];
let unreadable = 0;
let functions = 0;
let slowest: readonly [string, number] = ['', 0];

const files = target.files.flatMap((name) => program.getSourceFile(join(folder, name)) ?? []);
const protocols = [protocolOfAll(files)];
for (const file of files) {
  const began = performance.now();
  attempt(file, 'lint', () => {
    lintFile(file);
  });
  attempt(file, 'sessions', () => sessionFactsOf(file, program, protocols));
  visit(file, file);
  const seconds = (performance.now() - began) / 1000;
  if (seconds > slowest[1]) slowest = [file.fileName.slice(folder.length + 1), seconds];
}
rmSync(folder, { recursive: true, force: true });
const outcome: Outcome = { files: files.length, unreadable, functions, failures, slowest };
process.stdout.write(JSON.stringify(outcome));

function modulesAbove(start: string): string | undefined {
  const own = join(start, 'node_modules');
  if (existsSync(own)) return own;
  const at = start.lastIndexOf('node_modules');
  return at < 0 ? undefined : start.slice(0, at + 'node_modules'.length);
}

function attempt(file: ts.SourceFile, what: string, run: () => unknown): void {
  try {
    run();
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    failures.push(`${target.name} ${file.fileName.slice(folder.length + 1)}, ${what}: ${text}`);
  }
}

function lintFile(file: ts.SourceFile): void {
  const messages = linter.verify(
    file.text,
    {
      files: ['**/*'],
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program], tsconfigRootDir: folder } },
      ...plugin.configs.strict,
    },
    { filename: file.fileName, allowInlineConfig: false },
  );
  if (messages.some(({ fatal }) => fatal)) unreadable++;
  for (const { messageId, message } of messages) if (messageId === 'analysisFailed') throw new Error(message);
}

/** Every function gets its graph and its effects, and every call and literal a value. */
function visit(node: ts.Node, file: ts.SourceFile): void {
  if (ts.isFunctionLike(node) && 'body' in node && node.body) {
    functions++;
    attempt(file, 'flow graph', () => flowGraphOf(node));
    attempt(file, 'effects', () => [effectsOf(node, program), runsUnresolved(node, program)]);
  }
  if (ts.isCallExpression(node) || ts.isObjectLiteralExpression(node))
    attempt(file, 'value', () => plainEvaluatorOf(program).valueOf(node));
  ts.forEachChild(node, (child) => {
    visit(child, file);
  });
}

/** All classes of the package as sessions: each method opens, uses or closes them, so that much code is followed. */
function protocolOfAll(all: readonly ts.SourceFile[]): Protocol {
  const classes = all.flatMap((file) => file.statements.filter((statement) => ts.isClassDeclaration(statement)));
  const methods = new Set(
    classes.flatMap(({ members }) =>
      members.flatMap(({ name }) => (name && ts.isIdentifier(name) && name.text !== 'constructor' ? [name.text] : [])),
    ),
  );
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly name: string };
  const roles = ['open', 'use', 'close'] as const;
  return {
    id: 'all',
    noun: 'object',
    subjects: [{ packages: [name], names: classes.flatMap((each) => each.name?.text ?? []).concat('None') }],
    states: {
      new: { phase: 'unopened', text: 'new' },
      opening: { phase: 'opening', text: 'opening' },
      open: { phase: 'open', text: 'open' },
      closed: { phase: 'closed', text: 'closed' },
    },
    construct: 'new',
    ops: Object.fromEntries(
      [...methods].map((method, index) => {
        const role = roles[index % roles.length] ?? 'use';
        const of = {
          open: { role, from: ['new'], moves: { new: 'opening' }, settles: { opening: 'open' }, fails: ['closed'] },
          use: { role, from: ['open'], settles: {}, misuse: { new: 'rejects', closed: 'rejects' } },
          close: { role, from: ['new', 'open'], moves: { open: 'closed' }, settles: {}, fails: ['closed'] },
        } as const;
        return [method, of[role]];
      }),
    ),
    source: 'scripts/crash/package.ts',
  };
}
