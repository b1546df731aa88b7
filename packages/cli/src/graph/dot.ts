import { colours } from './colours.ts';
import { type Card, drawingOf, type MarkedReport, type Step } from './drawing.ts';
import { shortened } from './names.ts';
import { marksOf, signs, stepWords } from './status-marks.ts';

/** A graph in the DOT language, for Graphviz. */
export function dotOf(marked: MarkedReport): string {
  const drawing = drawingOf(marked);
  return [
    'digraph agents {',
    ...marksOf(drawing).map(({ sign, text }) => `  // ${sign} ${text}`),
    '  rankdir=LR',
    '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11]',
    '  edge [fontname="Helvetica", fontsize=9]',
    ...drawing.cards.map((card, at) => `  a${String(at)} [${attributesOf(cardAttributes(card, drawing.isFolded))}]`),
    ...drawing.steps.map(
      (step) => `  a${String(step.from)} -> a${String(step.to)} [${attributesOf(stepAttributes(step))}]`,
    ),
    '}',
    '',
  ].join('\n');
}

type Attributes = readonly (readonly [name: string, value: string | undefined])[];

function cardAttributes(card: Card, isFolded: boolean): Attributes {
  const head = [card.name, ...(card.isRemote ? [card.detail] : []), ...(card.file === undefined ? [] : [card.file])];
  const isDashed = card.isRemote || card.presence === 'removed';
  return [
    ['label', linesOf(head, '\\n') + linesOf(signs(card, isFolded), '\\l')],
    ['style', isDashed ? 'rounded,dashed' : undefined],
    ['color', colourOf(card.findings > 0, card.presence)],
    ['penwidth', card.findings > 0 || card.presence === 'added' ? '2' : undefined],
  ];
}

function stepAttributes(step: Step): Attributes {
  const isDashed = step.via === 'inTool' || step.presence === 'removed';
  return [
    ['label', linesOf(stepWords(step), '\\n') || undefined],
    ['style', step.via === 'remote' ? 'dotted' : isDashed ? 'dashed' : undefined],
    ['arrowhead', step.via === 'asTool' || step.via === 'inTool' ? 'empty' : undefined],
    ['color', colourOf(step.hasFinding, step.presence)],
    ['penwidth', step.hasFinding || step.presence === 'added' ? '2' : undefined],
  ];
}

/** Lines of a label, each with its end: `\\n` centres it, `\\l` puts it to the left. */
function linesOf(lines: readonly string[], end: '\\n' | '\\l'): string {
  return lines.map((line) => quoted(line) + end).join('');
}

function colourOf(hasFinding: boolean, presence: Card['presence']): string | undefined {
  if (hasFinding) return colours.finding[0];
  return presence === 'added' ? colours.guard[0] : presence === 'removed' ? colours.outline[0] : undefined;
}

function attributesOf(attributes: Attributes): string {
  return attributes.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`])).join(', ');
}

/** Of a line in a label, in characters. */
const widest = 72;

/** Text between the quotes of a label, where a backslash begins an escape, and `&` an entity. */
function quoted(text: string): string {
  return shortened(text, widest).replace(/[\\"]/g, '\\$&').replaceAll('&', '&amp;');
}
