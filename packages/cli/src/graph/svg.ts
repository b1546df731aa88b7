import { readFileSync } from 'node:fs';
import { withColours } from './colours.ts';
import { type Drawing, drawingOf, type MarkedReport, toolMarks } from './drawing.ts';
import { layoutOf } from './layout.ts';
import { icon, pictureOf, symbolMarkup } from './picture.ts';
import { badgeTexts, markTexts } from './texts.ts';

/** Around a picture, in pixels. */
const margin = 24;

const legendHeight = 36;

/** A picture of its own, with a legend. It follows the colour scheme of who looks at it, where that is known. */
export async function svgOf(marked: MarkedReport): Promise<string> {
  const drawing = drawingOf(marked);
  const layout = await layoutOf(drawing);
  const legend = legendOf(drawing);
  const width = Math.ceil(Math.max(layout.width, legend.width) + 2 * margin);
  const height = Math.ceil(layout.height + 2 * margin + legendHeight);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img" width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}">`,
    `<title>Delegations between agents</title>`,
    `<style>${styleOf()}</style>`,
    `<defs>${symbolMarkup}</defs>`,
    `<rect class="ground" width="100%" height="100%"/>`,
    `<g transform="translate(${String(margin)} ${String(margin)})">${pictureOf(drawing, layout)}</g>`,
    `<g transform="translate(${String(margin)} ${String(height - margin - 4)})">${legend.markup}</g>`,
    '</svg>',
    '',
  ].join('\n');
}

/** The style sheet of pictures, with variables for the colours. */
export function pictureStyle(): string {
  return readFileSync(new URL('picture.css', import.meta.url), 'utf8');
}

function styleOf(): string {
  const style = `.ground{fill:var(--ground)}${pictureStyle().replace(/\/\*.*?\*\/|\s+/gs, ' ')}`;
  return `${withColours(style, 'light')}@media (prefers-color-scheme:dark){${withColours(style, 'dark')}}`;
}

function legendOf({ cards, steps }: Drawing): { readonly markup: string; readonly width: number } {
  const marks = toolMarks.filter((mark) => cards.some(({ tools }) => tools.some((tool) => tool.mark === mark)));
  const badges = (['guarded', 'granted', 'narrowed', 'dynamic'] as const).filter((badge) =>
    steps.some((step) => step.badges.includes(badge)),
  );
  const hasFinding = cards.some(({ findings }) => findings > 0);
  const entries = [
    ...marks.map((mark) => [mark, markTexts[mark]] as const),
    ...badges.map((badge) => [badge, badgeTexts[badge]] as const),
    ...(hasFinding ? [['finding', 'it has a finding'] as const] : []),
  ];
  let x = 0;
  const markup = entries.map(([name, text]) => {
    const entry = `${icon(name, x, -11, 13)}<text class="detail" x="${String(x + 19)}" y="0">${text}</text>`;
    x += 40 + text.length * 6;
    return entry;
  });
  return { markup: markup.join(''), width: x };
}
