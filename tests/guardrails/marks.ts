import type { CaseFiles } from '../scenarios/programs.ts';

/**
 * A correct program in which it is marked what guards its sensitive tool:
 *
 *     /*[*\/ if (!(await confirm(path))) return; /*]*\/
 *     permissionMode: /*[*\/ 'default' /*| 'bypassPermissions' ]*\/,
 *
 * The mutant lacks what stands between the marks, or has what follows the bar instead. Several marks of one program are
 * one guard.
 */
export interface MarkedProgram {
  readonly name: string;
  /** Its `main.ts`. */
  readonly code: string;
  /** Its other files, which may have marks as well. */
  readonly files?: CaseFiles;
  /** What the rules cannot tell: the program is reported as it is, or its mutant is not reported once. */
  readonly gap?: { readonly in: 'correct' | 'mutant'; readonly why: string };
}

const guard = /\/\*\[\*\/(?<taken>.*?)\/\*(?:\|(?<put>.*?))?\]\*\//gs;

/** The files of the program as it is, without the marks. */
export function correct(program: MarkedProgram): CaseFiles {
  return changed(program, ({ taken = '' }) => taken);
}

/** The files of the program without its guard. Lines stay where they are. */
export function mutant(program: MarkedProgram): CaseFiles {
  return changed(program, ({ taken = '', put = '' }) => put + '\n'.repeat(linesOf(taken) - linesOf(put)));
}

type Groups = Readonly<Record<string, string | undefined>>;

function changed({ code, files }: MarkedProgram, change: (groups: Groups) => string): CaseFiles {
  const texts = Object.entries({ 'main.ts': code, ...files });
  return Object.fromEntries(
    texts.map(([file, text]) => [file, text.replaceAll(guard, (...match) => change(match.at(-1) as Groups))]),
  );
}

function linesOf(text: string): number {
  return text.split('\n').length;
}
