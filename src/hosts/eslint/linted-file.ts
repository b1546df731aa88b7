import { resolve, sep } from 'node:path';
import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { projectSettingOf } from '../../config/settings/settings.ts';
import { type Analysis, analysisOf } from '../../facts/analysis.ts';
import { isOfChosenCompiler, type ts } from '../../type-utils/index.ts';
import { OpenedProjects, type ProgramFile } from './opened-projects.ts';

/** What a parser with types hands on; others hand on nothing of it. */
interface ParserServices {
  readonly program?: ts.Program | null;
  readonly esTreeNodeToTSNodeMap?: { readonly get: (node: TSESTree.Program) => ts.SourceFile };
}

type Context = Pick<TSESLint.RuleContext<string, readonly unknown[]>, 'cwd' | 'filename' | 'settings' | 'sourceCode'>;

type LintedCode = Pick<TSESLint.SourceCode, 'ast' | 'text'> & { readonly parserServices?: ParserServices | undefined };

/** The projects of this process. Of a thread, where ESLint has several: each has a compiler of its own. */
export const projects = new OpenedProjects();

/** A file that is linted, and the analysis of its program. */
interface Linted {
  readonly file: ts.SourceFile;
  readonly analysis: Analysis;
}

/** What the first rule found out for the others. */
interface Kept {
  readonly settings: unknown;
  readonly linted: Linted | undefined;
}

/** By the tree, of which each lint of a file has one; oxlint has one object for the code of all files. */
const files = new WeakMap<TSESTree.Program, Kept>();

/**
 * The file that is linted, with the analysis of its program: the parser's, where it has one of the compiler that the
 * process has; otherwise that of a project which is opened here, once for all rules. Undefined where the program has
 * nothing that concerns the rules, and for a file of an installed package, which oxlint lints where no `.gitignore` leaves
 * it out: no project is opened for these.
 *
 * @throws Error where the file is part of no project, and where a setting is wrong
 */
export function lintedFile(context: Context): Linted | undefined {
  const code = context.sourceCode as LintedCode;
  const settings = context.settings['agent-safety'];
  const kept = files.get(code.ast);
  if (kept && kept.settings === settings) return kept.linted;
  const found = fileOf(code, context);
  const linted = found ? analysed(found, settings, context.cwd) : undefined;
  files.set(code.ast, { settings, linted });
  return linted;
}

function analysed({ program, file }: ProgramFile, settings: unknown, cwd: string): Linted | undefined {
  const analysis = analysisOf(program, settings, cwd);
  return analysis.isRelevant ? { file, analysis } : undefined;
}

function fileOf(
  { ast, text, parserServices }: LintedCode,
  { cwd, filename, settings }: Context,
): ProgramFile | undefined {
  const named = projectSettingOf(settings['agent-safety']);
  const { program, esTreeNodeToTSNodeMap } = parserServices ?? {};
  if (named === undefined && program && esTreeNodeToTSNodeMap && isOfChosenCompiler(program))
    return { program, file: esTreeNodeToTSNodeMap.get(ast) };
  const path = resolve(cwd, filename);
  if (path.split(sep).includes('node_modules')) return undefined;
  return projects.find(path, text, named === undefined ? undefined : resolve(cwd, named));
}
