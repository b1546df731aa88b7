import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { suiteVersion, versions } from './suite.ts';
import type { Inapplicable, Verdict } from './suite.ts';

/** The page that shows what the suite found. */
export const page = path.join(import.meta.dirname, '../../../../../docs/internals/typed-sessions.md');

const begin = '<!-- begin conformance -->';
const end = '<!-- end conformance -->';

/** `text` with the tables of this run between its marks. */
export async function withTables(
  text: string,
  { verdicts, inapplicable }: { verdicts: readonly Verdict[]; inapplicable: readonly Inapplicable[] },
): Promise<string> {
  const [head, rest] = text.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) throw new Error(`${page} lacks the marks of the tables.`);
  const tables = [
    `Suite: \`@modelcontextprotocol/conformance\` ${suiteVersion()}. Checks passed of checks made.`,
    ...(['client', 'server'] as const).map((side) => verdictTable(side, verdicts)),
    reasonTable(inapplicable),
  ];
  const raw = `${head}${begin}\n\n${tables.join('\n\n')}\n\n${end}${tail}`;
  return format(raw, { ...(await resolveConfig(page)), filepath: page });
}

function verdictTable(side: Verdict['side'], verdicts: readonly Verdict[]): string {
  const shown = verdicts.filter((verdict) => verdict.side === side);
  const itsVersions = versions.filter((version) => shown.some((verdict) => verdict.version === version));
  const rows = [...new Set(shown.map(({ scenario }) => scenario))].map((scenario) => {
    const cells = itsVersions.map((version) => {
      const verdict = shown.find((one) => one.scenario === scenario && one.version === version);
      return verdict === undefined ? '' : `${verdict.passed} of ${verdict.passed + verdict.failures.length}`;
    });
    return row([`\`${scenario}\``, ...cells]);
  });
  return [row([`${side}: scenario`, ...itsVersions]), row(['---', ...itsVersions.map(() => '---')]), ...rows].join(
    '\n',
  );
}

/** The scenarios that do not apply, by reason. */
function reasonTable(inapplicable: readonly Inapplicable[]): string {
  const rows = [...new Set(inapplicable.map(({ reason }) => reason))].map((reason) => {
    const names = inapplicable
      .filter((one) => one.reason === reason)
      .map(({ side, scenario }) => `${side} \`${scenario}\``);
    return row([reason, [...new Set(names)].join(', ')]);
  });
  return [row(['does not apply, because', 'scenarios']), row(['---', '---']), ...rows].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
