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
  readonly code: string;
}

const guard = /\/\*\[\*\/(?<taken>.*?)\/\*(?:\|(?<put>.*?))?\]\*\//gs;

/** The program as it is, without the marks. */
export function correct({ code }: MarkedProgram): string {
  return code.replaceAll(guard, (...match) => groupsOf(match).taken ?? '');
}

/** The program without its guard. Lines stay where they are. */
export function mutant({ code }: MarkedProgram): string {
  return code.replaceAll(guard, (...match) => {
    const { taken = '', put = '' } = groupsOf(match);
    return put + '\n'.repeat(linesOf(taken) - linesOf(put));
  });
}

function groupsOf(match: readonly unknown[]): Readonly<Record<string, string | undefined>> {
  return match.at(-1) as Record<string, string | undefined>;
}

function linesOf(text: string): number {
  return text.split('\n').length;
}
