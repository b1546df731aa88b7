import { type Badge, type Card, type CardTool, type Drawing, type Step, toolMarks } from './drawing.ts';
import { directionOf, type Point, pointNear } from './curves.ts';
import { type Box, cardSizes, type Layout } from './layout.ts';
import { escaped } from './markup.ts';
import { cellsOf, shortened } from './names.ts';
import { badgeTexts, markTexts, viaTexts } from './texts.ts';

/**
 * A drawing as elements of SVG, without the `svg` around it. Colours and lines come from `picture.css`. A card is
 * `g[data-agent]` and a step `g[data-step]`, with their indexes in the report, and a row of a card is `g[data-tool]`.
 */
export function pictureOf(drawing: Drawing, layout: Layout): string {
  // What is flagged is drawn over the others: lines to a stack share a part of their way.
  const inOrder = [...drawing.steps.entries()].sort(([, a], [, b]) => Number(a.hasFinding) - Number(b.hasFinding));
  const steps = inOrder.map(([at, step]) => stepMarkup(step, drawing.cards, layout.curves[at] ?? []));
  const cards = drawing.cards.map((card, at) => {
    const box = layout.boxes[at];
    return box ? cardMarkup(card, at, box, drawing.isFolded) : '';
  });
  return `<g class="steps">${steps.join('')}</g><g class="cards">${cards.join('')}</g>`;
}

/** The shapes that pictures refer to, as symbols of 16 by 16. No two are told apart by their colours alone. */
export const symbols = [
  ['undecided', '<path class="solid" d="M8 1.6 15 14.2H1z"/><path class="inner" d="M8 6v4M8 11.6v1"/>'],
  ['decided', '<path class="hollow" d="M8 2.4 14 13.4H2z"/>'],
  [
    'unknown',
    '<path class="hollow" d="M8 1.2 14.8 8 8 14.8 1.2 8z"/><path class="stroke" d="M6.4 6.6c0-2 3.2-2 3.2 0 0 1.3-1.6 1.2-1.6 2.4M8 10.8v.6"/>',
  ],
  ['harmless', '<circle class="hollow" cx="8" cy="8" r="4.4"/>'],
  [
    'guarded',
    '<path class="solid" d="M8 1.2 13.6 3v4.6c0 3.4-2.2 5.8-5.6 7.2-3.4-1.4-5.6-3.8-5.6-7.2V3z"/><path class="inner" d="m5.4 7.8 2 2 3.4-3.8"/>',
  ],
  ['granted', '<circle class="hollow" cx="5" cy="8" r="3.2"/><path class="stroke" d="M8.2 8H15M12.4 8v3"/>'],
  ['narrowed', '<path class="hollow" d="M1.8 2.6h12.4L9.6 8.4v5l-3.2-1.6V8.4z"/>'],
  ['dynamic', '<path class="stroke" d="M1.6 8h3.6l6-4.6h3M5.2 8l6 4.6h3"/>'],
  [
    'remote',
    '<circle class="hollow" cx="8" cy="8" r="6"/><path class="stroke" d="M2 8h12M8 2c-4.4 4-4.4 8 0 12M8 2c4.4 4 4.4 8 0 12"/>',
  ],
  ['agent', '<rect class="hollow" x="1.5" y="3.5" width="13" height="9" rx="2"/>'],
  ['tool', '<path class="stroke" d="M2.5 8h7M6.5 4.5 10 8l-3.5 3.5M13.5 3v10"/>'],
  ['finding', '<path class="solid" d="M5 1h6l4 4v6l-4 4H5l-4-4V5z"/><path class="inner" d="M8 4v5M8 11v1"/>'],
  ['added', '<path class="stroke" d="M8 2.5v11M2.5 8h11"/>'],
  ['removed', '<path class="stroke" d="M2.5 8h11"/>'],
] as const;

/** The symbols as elements. */
export const symbolMarkup = symbols
  .map(([name, shape]) => `<symbol id="${name}" viewBox="0 0 16 16">${shape}</symbol>`)
  .join('');

/** A symbol of a size, with its upper left corner at a point. */
export function icon(name: (typeof symbols)[number][0], x: number, y: number, size: number): string {
  return `<use href="#${name}" class="icon ${name}" x="${number(x)}" y="${number(y)}" width="${number(size)}" height="${number(size)}"/>`;
}

const { head, row, mostRows, cell } = cardSizes;

function cardMarkup(card: Card, at: number, { x, y, width, height }: Box, isFolded: boolean): string {
  const cells = Math.floor((width - 28 - (card.findings > 0 ? 22 : 0)) / 7.6);
  const classes = classesOf('agent', card.presence, card.isRemote && 'remote', card.findings > 0 && 'flagged');
  return [
    `<g class="${classes}" data-agent="${String(at)}" transform="translate(${number(x)} ${number(y)})">`,
    `<title>${escaped(card.file === undefined ? card.name : `${card.name}, ${card.file}`)}</title>`,
    `<rect class="card" width="${number(width)}" height="${number(height)}" rx="7"/>`,
    `<text class="name" x="14" y="20">${escaped(shortened(card.name, cells))}</text>`,
    farText(card, width),
    card.findings > 0 ? icon('finding', width - 26, 8, 15) : '',
    card.presence ? icon(card.presence, width - (card.findings > 0 ? 46 : 26), 8, 14) : '',
    detailMarkup(card, width, isFolded),
    isFolded ? '' : rowsMarkup(card, width),
    '</g>',
  ].join('');
}

/** The name as large as it fits, for who sees the whole picture. */
function farText({ name, findings }: Card, width: number): string {
  const room = width - 24 - (findings > 0 ? 20 : 0);
  const wide = 0.64;
  const shown = shortened(name, Math.floor(room / (13.5 * wide)));
  const size = Math.min(21, room / (cellsOf(shown) * wide));
  return `<text class="far" x="14" y="32" font-size="${number(size)}">${escaped(shown)}</text>`;
}

function detailMarkup({ isRemote, detail, file, tools, isOpen }: Card, width: number, isFolded: boolean): string {
  if (isRemote) return icon('remote', 14, 27, 12) + detailText(detail, 31, width);
  if (!isFolded) return detailText(file ?? detail, 14, width);
  let x = 14;
  const counts = toolMarks.flatMap((mark) => {
    const count = tools.filter((tool) => tool.mark === mark).length;
    if (count === 0) return [];
    const drawn = icon(mark, x, 27, 12) + detailText(String(count), x + 16, width);
    x += 28 + 7 * String(count).length;
    return [drawn];
  });
  if (isOpen) counts.push(detailText('…', x, width));
  const said = counts.length > 0 ? '' : 'no tools of its own';
  return `<g class="counts">${counts.join('')}${detailText(file ?? said, isOpen ? x + 20 : x, width)}</g>`;
}

function detailText(text: string, x: number, width: number): string {
  const shown = shortened(text, Math.floor((width - x - 12) / 6.8));
  return text === '' ? '' : `<text class="detail" x="${number(x)}" y="37">${escaped(shown)}</text>`;
}

function rowsMarkup({ tools, isOpen }: Card, width: number): string {
  const rows = tools.slice(0, mostRows).map((tool, at) => toolMarkup(tool, head - 2 + at * row, width));
  const left = tools.length - mostRows;
  const rest = [...(left > 0 ? [`${String(left)} more`] : []), ...(isOpen ? ['others, not known'] : [])].join(' and ');
  const y = head - 2 + rows.length * row;
  return rows.join('') + (rest ? `<text class="rest" x="36" y="${String(y + 14)}">${rest}</text>` : '');
}

function toolMarkup({ tool, name, mark, isGuarded, hasFinding }: CardTool, y: number, width: number): string {
  const cells = Math.floor((width - 36 - (isGuarded ? 32 : 12)) / cell);
  return [
    `<g class="${classesOf('tool', mark, hasFinding && 'flagged')}" data-tool="${String(tool)}">`,
    `<title>${escaped(`${name}: ${markTexts[mark]}`)}</title>`,
    `<rect class="band" x="5" y="${String(y)}" width="${number(width - 10)}" height="${String(row)}" rx="4"/>`,
    icon(mark, 14, y + 3, 14),
    `<text class="code" x="36" y="${String(y + 14)}">${escaped(shortened(name, cells))}</text>`,
    isGuarded ? icon('guarded', width - 26, y + 3.5, 13) : '',
    '</g>',
  ].join('');
}

function stepMarkup(step: Step, cards: readonly Card[], curve: readonly Point[]): string {
  const [start, ...rest] = curve;
  const tip = curve.at(-1);
  if (!start || !tip) return '';
  const d = `M${point(start)}C${rest.map(point).join(' ')}`;
  const [from, to] = [cards[step.from]?.name ?? '', cards[step.to]?.name ?? ''];
  const said = [`${from} → ${to}: ${viaTexts[step.via]}`, ...step.badges.map((badge) => badgeTexts[badge])].join(', ');
  return [
    `<g class="${classesOf('step', step.via, step.presence, step.hasFinding && 'flagged')}" data-step="${String(step.delegation)}">`,
    `<title>${escaped(said)}</title>`,
    `<path class="near" d="${d}"/><path class="line" d="${d}"/>`,
    `<path class="tip" d="M0 0-9-4.2v8.4z" transform="translate(${number(tip.x)} ${number(tip.y)}) rotate(${number(directionOf(curve))})"/>`,
    badgesMarkup(step.badges, curve),
    '</g>',
  ].join('');
}

/** The badges stand before the tip, where lines of other steps have parted from this one. */
function badgesMarkup(badges: readonly Badge[], curve: readonly Point[]): string {
  if (badges.length === 0) return '';
  const { x, y } = pointNear(curve, 26 + badges.length * 7);
  const width = badges.length * 16 + 4;
  const drawn = badges.map((badge, at) => icon(badge, x - width / 2 + 4 + at * 16, y - 6, 12));
  return `<g class="badges"><rect x="${number(x - width / 2)}" y="${number(y - 9)}" width="${number(width)}" height="18" rx="9"/>${drawn.join('')}</g>`;
}

function classesOf(...classes: readonly (string | false | undefined)[]): string {
  return classes.filter(Boolean).join(' ');
}

function point({ x, y }: Point): string {
  return `${number(x)} ${number(y)}`;
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}
