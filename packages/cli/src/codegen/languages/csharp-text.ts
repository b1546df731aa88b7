import { escapeInvisible } from '../text.ts';

export const keywords: ReadonlySet<string> = new Set(
  (
    'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else ' +
    'enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock ' +
    'long namespace new null object operator out override params private protected public readonly ref return sbyte sealed ' +
    'short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using ' +
    'virtual void volatile while'
  ).split(' '),
);

export function stringLiteral(text: string): string {
  const inside = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const safe = escapeInvisible(inside, (hex) =>
    hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`,
  );
  return `"${safe}"`;
}

export function attributeText(name: string, argument: string): string {
  return `[${name}(${argument})]`;
}

/** A comment of documentation, which is XML. */
export function comment(lines: readonly string[]): readonly string[] {
  const safe = lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  const [first] = safe;
  if (first === undefined) return [];
  if (safe.length === 1) return [`/// <summary>${first}</summary>`];
  return ['/// <summary>', ...safe.map((line) => (line === '' ? '///' : `/// ${line}`)), '/// </summary>'];
}
