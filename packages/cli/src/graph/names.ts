/**
 * a name from foreign source as people may be shown it: on one line, without characters that control a terminal, are
 * invalid in XML, or turn the direction of the text around it.
 */
export function shownName(name: string): string {
  const shown = name
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu, '\uFFFD')
    .trim();
  return shown || '(no name)';
}

/** The beginning of a text that is as wide as `cells` characters of a code font at most. */
export function shortened(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text;
  let kept = '';
  let width = 1;
  for (const grapheme of graphemesOf(text)) {
    width += cellsOfGrapheme(grapheme);
    if (width > cells) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

/** How wide a text is, in characters of a code font: East Asian characters and emoji take two. */
export function cellsOf(text: string): number {
  return graphemesOf(text).reduce((cells, grapheme) => cells + cellsOfGrapheme(grapheme), 0);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function cellsOfGrapheme(grapheme: string): number {
  return /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF00-\uFF60]/u.test(
    grapheme,
  )
    ? 2
    : 1;
}
