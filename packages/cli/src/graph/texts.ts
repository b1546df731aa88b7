import type { Badge, Step, ToolMark } from './drawing.ts';

/** What each mark of a tool says. */
export const markTexts: Readonly<Record<ToolMark, string>> = {
  undecided: 'sensitive, no guard',
  decided: 'sensitive, guarded',
  unknown: 'not known what it does',
  harmless: 'harmless',
};

/** What each badge of a step says. */
export const badgeTexts: Readonly<Record<Badge, string>> = {
  guarded: 'a guard reaches across',
  granted: 'granted by the policy',
  narrowed: 'lets only some tools through',
  dynamic: 'chosen at run time',
};

/** How one agent runs another. */
export const viaTexts: Readonly<Record<Step['via'], string>> = {
  child: 'hands over',
  asTool: 'as a tool',
  inTool: 'in a tool',
  remote: 'by a protocol',
  delegate: 'delegates',
};
