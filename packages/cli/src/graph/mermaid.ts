import { colours } from './colours.ts';
import { type Card, type Drawing, drawingOf, type MarkedReport, type Step } from './drawing.ts';
import { shortened } from './names.ts';
import { marksOf, signs, stepWords } from './status-marks.ts';

/** What GitHub and Mermaid's own defaults draw at most: characters of text, and lines. */
export const mermaidLimits = { characters: 50_000, steps: 500 };

/** A flowchart for Mermaid, as GitHub draws it. The tools are folded into counts where the text would be too long. */
export function mermaidOf(marked: MarkedReport): string {
  const whole = textOf(drawingOf(marked, false));
  return whole.length <= mermaidLimits.characters ? whole : textOf(drawingOf(marked, true));
}

function textOf(drawing: Drawing): string {
  const { cards, steps } = drawing;
  const flagged = steps.flatMap(({ hasFinding }, at) => (hasFinding ? [at] : []));
  return [
    'flowchart LR',
    ...marksOf(drawing).map(({ sign, text }) => `  %% ${sign} ${text}`),
    ...cards.map((card, at) => `  a${String(at)}["${labelOf(card, drawing.isFolded)}"]${classOf(card)}`),
    ...steps.map(stepLine),
    ...(flagged.length > 0 ? [`  linkStyle ${flagged.join(',')} ${styles.flagged}`] : []),
    ...linesOf(steps, 'added', styles.added),
    ...linesOf(steps, 'removed', styles.removed),
    '  classDef default text-align:left',
    ...Object.entries(styles).flatMap(([name, style]) =>
      cards.some((card) => styleOf(card) === name) ? [`  classDef ${name} ${style}`] : [],
    ),
    '',
  ].join('\n');
}

function labelOf(card: Card, isFolded: boolean): string {
  const lines = signs(card, isFolded).map(quoted);
  const detail = [...(card.isRemote ? [card.detail] : []), ...(card.file === undefined ? [] : [card.file])].map(quoted);
  return [`<b>${quoted(card.name)}</b>`, ...detail, ...lines].join('<br/>');
}

/** How agents look that are not like the others. */
const styles = {
  flagged: `stroke:${colours.finding[0]},stroke-width:2px`,
  remote: 'stroke-dasharray:5 4',
  added: `stroke:${colours.guard[0]},stroke-width:2px`,
  removed: 'stroke-dasharray:3 3,opacity:0.5',
};

function styleOf({ findings, isRemote, presence }: Card): keyof typeof styles | undefined {
  return presence ?? (findings > 0 ? 'flagged' : isRemote ? 'remote' : undefined);
}

function classOf(card: Card): string {
  const style = styleOf(card);
  return style === undefined ? '' : `:::${style}`;
}

function stepLine(step: Step): string {
  const arrow = step.via === 'inTool' || step.via === 'remote' ? '-.->' : '-->';
  const words = stepWords(step);
  const label = words.length > 0 ? `|"${words.map(quoted).join(', ')}"|` : '';
  return `  a${String(step.from)} ${arrow}${label} a${String(step.to)}`;
}

function linesOf(steps: readonly Step[], presence: Step['presence'], style: string): string[] {
  const lines = steps.flatMap((step, at) => (step.presence === presence && !step.hasFinding ? [at] : []));
  return lines.length > 0 ? [`  linkStyle ${lines.join(',')} ${style}`] : [];
}

/** Of a line in a label, in characters. */
const widest = 72;

/**
 * Text in a quoted label. Mermaid has no escape but the number of a character between `#` and `;`, and reads directives,
 * entities, Markdown and HTML in labels; letters, digits and harmless punctuation stay as they are.
 */
function quoted(text: string): string {
  return shortened(text, widest).replace(/[^\p{L}\p{M}\p{N}\p{So}\u200D ▲△◇○…→_.,/()+@-]/gu, (character) => {
    const code = character.codePointAt(0);
    return code === undefined ? '' : `#${String(code)};`;
  });
}
