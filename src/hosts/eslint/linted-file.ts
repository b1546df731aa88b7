import { resolve, sep } from 'node:path';
import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { projectSettingOf } from '../../config/settings/settings.ts';
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

/** By the tree, of which each lint of a file has one; oxlint has one object for the code of all files. */
const files = new WeakMap<TSESTree.Program, ProgramFile | undefined>();

/**
 * The file that is linted, in its program: the parser's, where it has one of the compiler that the process has; otherwise
 * that of a project which is opened here, once for all rules. Undefined for one of an installed package, which oxlint lints
 * where no `.gitignore` leaves it out: no project is opened for these.
 *
 * @throws Error where the file is part of no project
 */
export function lintedFile(context: Context): ProgramFile | undefined {
  const code = context.sourceCode as LintedCode;
  if (!files.has(code.ast)) files.set(code.ast, fileOf(code, context));
  return files.get(code.ast);
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
