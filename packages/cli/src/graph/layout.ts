import { type Edge, type Graph, instance } from '@viz-js/viz';
import type { Card, Drawing } from './drawing.ts';
import { cellsOf } from './names.ts';
import { type Point, pointsOf } from './curves.ts';
import { gridOf, type Size, type Stack, stackGaps, stackOf } from './stack.ts';

export interface Box extends Point, Size {}

/** Where the parts of a drawing stand, in pixels from its upper left corner. */
export interface Layout extends Size {
  /** One for each card. */
  readonly boxes: readonly Box[];
  /** One for each step: a start, then three points for each Bézier curve. The last point is the tip of the arrow. */
  readonly curves: readonly (readonly Point[])[];
}

/** Heights of the parts of a card, and the width of a character in it, in pixels. */
export const cardSizes = {
  head: 48,
  row: 20,
  foot: 8,
  mostRows: 10,
  cell: 7.25,
  beside: 52,
  narrowest: 148,
  widest: 252,
};

/** How much wider than high a drawing should be, to fit a screen. */
const aspect = 1.5;

/** Fewer agents than these are no stack. */
const leastStacked = 3;

/** More steps than these from one agent, and the others stand in several columns. */
const mostInColumn = 6;

/** What is tried, and the flattest is taken: cards of a column in a stack, and columns for the others of an agent. */
const tries = [
  { rows: 24, columns: 1 },
  { rows: 8, columns: 1 },
  { rows: 8, columns: 2 },
  { rows: 6, columns: 3 },
  { rows: 4, columns: 4 },
];

/**
 * Finds where the agents stand, with Graphviz: ranks from left to right, because cards are wide and low. The agents that
 * one other alone hands over to, and that hand over to none, are stacked beside each other as one part: otherwise they
 * would make one long column.
 */
export async function layoutOf(drawing: Drawing): Promise<Layout> {
  const viz = await instance();
  const isSmall = drawing.cards.length <= mostInColumn;
  const layouts = (isSmall ? tries.slice(0, 1) : tries).map(({ rows, columns }) => {
    const parts = partsOf(drawing, rows);
    const result = viz.renderFormats(graphOf(drawing, parts, columns), ['json'], { engine: 'dot', yInvert: true });
    if (result.status === 'failure') throw new Error(result.errors.map(({ message }) => message).join(' '));
    return readLayout(JSON.parse(result.output.json ?? '') as DotOutput, drawing, parts);
  });
  return layouts.reduce((best, layout) => (extentOf(layout) < extentOf(best) ? layout : best));
}

/** How high a card is: its head, and a row for each tool, up to the most; folded, the head alone. */
function heightOf({ tools, isOpen }: Card, isFolded: boolean): number {
  const { head, row, foot, mostRows } = cardSizes;
  const rows = Math.min(tools.length, mostRows) + (isOpen || tools.length > mostRows ? 1 : 0);
  return head + (isFolded || rows === 0 ? 0 : rows * row + foot);
}

/** All cards of a picture are as wide as what stands in them needs, within reason. */
function widthOf({ cards, isFolded }: Drawing): number {
  const { cell, beside, narrowest, widest } = cardSizes;
  const texts = cards.flatMap(({ name, detail, tools }) => [
    cellsOf(name) + 1,
    cellsOf(detail) - 4,
    ...(isFolded ? [14] : tools.map((tool) => cellsOf(tool.name))),
  ]);
  const needed = texts.reduce((most, cells) => Math.max(most, cells), 0) * cell + beside;
  return Math.round(Math.min(widest, Math.max(narrowest, needed)));
}

/** What Graphviz places: cards, and stacks of them. */
interface Parts {
  readonly card: Size[];
  readonly stacks: readonly Stack[];
  /** The stack that a card is in. */
  readonly stackOf: ReadonlyMap<number, number>;
  /** Steps that are drawn backwards. */
  readonly backward: ReadonlySet<number>;
}

function partsOf(drawing: Drawing, rows: number): Parts {
  const width = widthOf(drawing);
  const card = drawing.cards.map((each) => ({ width, height: heightOf(each, drawing.isFolded) }));
  const alone = aloneIn(drawing);
  const stacks = [
    ...[...leavesOf(drawing)]
      .filter(([, members]) => members.length >= leastStacked)
      .map(([parent, members]) => stackOf(parent, members, card, rows)),
    ...(alone.length >= leastStacked ? [gridOf(alone, card)] : []),
  ];
  const placed = stacks.flatMap(({ cells }, at) => cells.map((cell) => [cell.card, at] as const));
  return { card, stacks, stackOf: new Map(placed), backward: backwardIn(drawing) };
}

/** The agents that no step leads to or from. */
function aloneIn({ cards, steps }: Drawing): readonly number[] {
  const joined = new Set(steps.flatMap(({ from, to }) => [from, to]));
  return [...cards.keys()].filter((card) => !joined.has(card));
}

/** By agent, those that it alone hands over to, once, and that hand over to none. */
function leavesOf({ steps }: Drawing): ReadonlyMap<number, readonly number[]> {
  const parents = new Set(steps.map(({ from }) => from));
  const into = new Map<number, number[]>();
  for (const { from, to } of steps) into.set(to, [...(into.get(to) ?? []), from]);
  const leaves = new Map<number, number[]>();
  for (const [agent, [parent, ...others]] of into)
    if (parent !== undefined && others.length === 0 && !parents.has(agent))
      leaves.set(parent, [...(leaves.get(parent) ?? []), agent]);
  return leaves;
}

/**
 * The steps that close a cycle, seen from the agents that start: those without a supervisor, then those that hand
 * over to the most. Drawn backwards, they leave the others pointing to the right.
 */
function backwardIn({ cards, steps }: Drawing): ReadonlySet<number> {
  const outgoing = cards.map((): number[] => []);
  const isBelow = cards.map(() => false);
  steps.forEach(({ from, to }, at) => {
    outgoing[from]?.push(at);
    isBelow[to] = true;
  });
  const count = (card: number): number => outgoing[card]?.length ?? 0;
  const starts = [...cards.keys()].sort(
    (a, b) => Number(isBelow[a]) - Number(isBelow[b]) || count(b) - count(a) || a - b,
  );
  const backward = new Set<number>();
  const state = cards.map((): 'new' | 'open' | 'done' => 'new');
  for (const start of starts) {
    if (state[start] !== 'new') continue;
    state[start] = 'open';
    const open = [{ card: start, next: 0 }];
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const at = outgoing[top.card]?.[top.next];
      top.next += 1;
      const to = at === undefined ? undefined : steps[at]?.to;
      if (at === undefined || to === undefined) {
        state[top.card] = 'done';
        open.pop();
      } else if (state[to] === 'open') backward.add(at);
      else if (state[to] === 'new') {
        state[to] = 'open';
        open.push({ card: to, next: 0 });
      }
    }
  }
  return backward;
}

function graphOf(
  { isFolded, steps }: Drawing,
  { card, stacks, stackOf: stackAt, backward }: Parts,
  columns: number,
): Graph {
  const node = (name: string, { width, height }: Size) => ({
    name,
    attributes: { width: width / 72, height: height / 72 },
  });
  const counts = new Map<number, number>();
  for (const { from, to } of steps) if (!stackAt.has(to)) counts.set(from, (counts.get(from) ?? 0) + 1);
  const seen = new Map<number, number>();
  const minlenOf = (from: number): number => {
    const number = seen.get(from) ?? 0;
    seen.set(from, number + 1);
    return (counts.get(from) ?? 0) > mostInColumn ? 1 + 2 * (number % columns) : 1;
  };
  return {
    directed: true,
    graphAttributes: {
      rankdir: 'LR',
      nodesep: isFolded ? 0.16 : 0.3,
      ranksep: 0.9,
      margin: 0,
      pack: 24,
      packmode: 'node',
    },
    nodeAttributes: { shape: 'box', fixedsize: true, label: '' },
    nodes: [
      ...card.flatMap((size, at) => (stackAt.has(at) ? [] : [node(`card ${String(at)}`, size)])),
      ...stacks.map((stack, at) => node(`stack ${String(at)}`, stack)),
    ],
    edges: [
      ...steps.flatMap(({ from, to }, at): Edge[] => {
        if (stackAt.has(to)) return [];
        const id = `step ${String(at)}`;
        const [tail, head] = [`card ${String(from)}`, `card ${String(to)}`];
        return backward.has(at)
          ? [{ tail: head, head: tail, attributes: { id, dir: 'back', tailport: 'e', headport: 'w' } }]
          : [{ tail, head, attributes: { id, minlen: minlenOf(from), tailport: 'e', headport: 'w' } }];
      }),
      ...stacks.flatMap(({ parent }, at): Edge[] => {
        const name = `stack ${String(at)}`;
        const attributes = { id: name, tailport: 'e', headport: 'w', dir: 'none' };
        return parent === undefined ? [] : [{ tail: `card ${String(parent)}`, head: name, attributes }];
      }),
    ],
  };
}

/** The higher, the smaller the drawing is on a screen. */
function extentOf({ width, height }: Size): number {
  return Math.max(width / aspect, height);
}

interface DotOutput {
  readonly bb: string;
  readonly objects?: readonly { readonly name: string; readonly pos: string }[];
  readonly edges?: readonly { readonly id: string; readonly pos: string }[];
}

function readLayout({ bb, objects = [], edges = [] }: DotOutput, drawing: Drawing, parts: Parts): Layout {
  const [left = 0, top = 0, right = 0, bottom = 0] = bb.split(',').map(Number);
  const centers = new Map(objects.map(({ name, pos }) => [name, pointOf(pos)]));
  const splines = new Map(edges.map(({ id, pos }) => [id, splineOf(pos)]));
  const boxes = parts.card.map((size, at) => around(centers.get(`card ${String(at)}`), size));
  parts.stacks.forEach((stack, at) => {
    const box = around(centers.get(`stack ${String(at)}`), stack);
    for (const { card, x, y } of stack.cells)
      boxes[card] = { ...(parts.card[card] ?? box), x: box.x + x, y: box.y + y };
  });
  const trunks = parts.stacks.map((_, at) => calmed(splines.get(`stack ${String(at)}`) ?? [], boxes));
  const pairs = new Map<string, number>();
  const pairOf = (a: number, b: number): string => `${String(Math.min(a, b))} ${String(Math.max(a, b))}`;
  for (const { from, to } of drawing.steps) pairs.set(pairOf(from, to), (pairs.get(pairOf(from, to)) ?? 0) + 1);
  const curves = drawing.steps.map(({ from, to }, at) => {
    const stack = parts.stackOf.get(to);
    const box = boxes[to];
    if (stack !== undefined && box) return [...(trunks[stack] ?? []), ...stackCurve(trunks[stack]?.at(-1) ?? box, box)];
    const spline = splines.get(`step ${String(at)}`) ?? [];
    // Several between the same two would lie on each other.
    return parts.backward.has(at) || pairs.get(pairOf(from, to)) !== 1 ? spline : calmed(spline, boxes);
  });
  return { width: Math.abs(right - left), height: Math.abs(bottom - top), boxes, curves };
}

/** One plain curve from the start of another to its end, where no card is in its way; otherwise the other. */
function calmed(curve: readonly Point[], boxes: readonly Box[]): readonly Point[] {
  const [start, end] = [curve[0], curve.at(-1)];
  if (!start || !end || end.x - start.x < 20) return curve;
  const half = Math.max((end.x - start.x) / 2, 30);
  const plain = [start, { x: start.x + half, y: start.y }, { x: end.x - half, y: end.y }, end];
  const inner = pointsOf(plain).filter(({ x }) => x > start.x + 6 && x < end.x - 6);
  const isHit = inner.some((point) => boxes.some((box) => isIn(point, box)));
  return isHit ? curve : plain;
}

function isIn({ x, y }: Point, box: Box): boolean {
  return x > box.x - 6 && x < box.x + box.width + 6 && y > box.y - 6 && y < box.y + box.height + 6;
}

/** On from where a stack begins: straight ahead to the card's column, along it, and around the corner to the card. */
function stackCurve(start: Point, { x, y, height }: Box): Point[] {
  const end = { x, y: y + height / 2 };
  const spine = x - stackGaps.spine;
  const way = Math.abs(end.y - start.y);
  const bend = Math.sign(end.y - start.y) * Math.min(8, way / 2);
  const isFirst = spine - start.x < 8;
  const before = { x: isFirst ? start.x : spine - Math.abs(bend), y: start.y };
  const turned = { x: spine, y: start.y + bend };
  const low = { x: spine, y: end.y - bend };
  const after = { x: spine + Math.abs(bend), y: end.y };
  return [
    ...straight(start, before),
    { x: spine, y: start.y },
    { x: spine, y: start.y },
    turned,
    ...straight(turned, low),
    { x: spine, y: end.y },
    { x: spine, y: end.y },
    after,
    ...straight(after, end),
  ];
}

function straight(from: Point, to: Point): Point[] {
  return [from, to, to];
}

function around(center: Point | undefined, { width, height }: Size): Box {
  const { x, y } = center ?? { x: 0, y: 0 };
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * Graphviz writes the tip of an arrow before the points of the curve: `e,` where it is at their end, `s,` where it is at
 * their start, as of what is drawn backwards.
 */
function splineOf(pos: string): Point[] {
  const parts = pos.split(/\s+/);
  const points = parts.filter((part) => !/^[se],/.test(part)).map(pointOf);
  const tip = parts.find((part) => /^[se],/.test(part));
  if (tip === undefined) return points;
  if (tip.startsWith('s')) points.reverse();
  const last = points.at(-1);
  return last ? [...points, ...straight(last, pointOf(tip.slice(2)))] : points;
}

function pointOf(text: string): Point {
  const [x = 0, y = 0] = text.split(',').map(Number);
  return { x, y };
}
