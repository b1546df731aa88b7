import { type Card, type CardTool, type Drawing, type Step, type ToolMark, toolMarks } from './drawing.ts';
import { badgeTexts, markTexts, viaTexts } from './texts.ts';

/** The marks of tools where a picture is made of characters. */
const signOf: Readonly<Record<ToolMark, string>> = { undecided: '▲', decided: '△', unknown: '◇', harmless: '○' };

/** The marks that occur in a drawing, with what they say. */
export function marksOf({ cards }: Drawing): { readonly sign: string; readonly text: string }[] {
  const isUsed = (mark: ToolMark): boolean => cards.some(({ tools }) => tools.some((tool) => tool.mark === mark));
  return toolMarks.filter(isUsed).map((mark) => ({ sign: signOf[mark], text: markTexts[mark] }));
}

/** The tools of a card as lines; folded, one line with how many there are of each mark. */
export function signs({ tools, isOpen }: Card, isFolded: boolean): string[] {
  if (!isFolded) return [...tools.map(lineOf), ...(isOpen ? ['… others, not known'] : [])];
  const counts = toolMarks.flatMap((mark) => {
    const count = tools.filter((tool) => tool.mark === mark).length;
    return count > 0 ? [`${signOf[mark]} ${String(count)}`] : [];
  });
  const line = [...counts, ...(isOpen ? ['…'] : [])].join('  ');
  return line ? [line] : [];
}

/** What is said of a step beside its line; nothing of a plain one. */
export function stepWords({ via, badges, presence }: Step): string[] {
  return [
    ...(presence ? [presence] : []),
    ...(via === 'child' ? [] : [viaTexts[via]]),
    ...badges.map((badge) => badgeTexts[badge]),
  ];
}

function lineOf({ name, mark, isGuarded, hasFinding }: CardTool): string {
  return `${signOf[mark]} ${name}${isGuarded && mark !== 'decided' ? ' (guarded)' : ''}${hasFinding ? ' (finding)' : ''}`;
}
