import type { BuiltInPermission } from '../../facts/agents/built-in-tools.ts';
import type { AgentFact } from '../../facts/agents/agents.ts';
import type { GivenTool } from '../../facts/agents/tools.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { readAt } from '../../program/values/places.ts';
import { optionsOf, type Value } from '../../program/values/values.ts';
import { isInside, syntax, type ts } from '../../type-utils/index.ts';
import { type Suggestion, suggested } from '../rule.ts';
import { agentText, listText } from '../texts/tools.ts';
import { isPart, withoutParts } from './elements.ts';
import { quoteOf } from './layout.ts';
import { keyIn, withLiteral } from './options.ts';

/** Takes entries out of the list of what runs without approval, where they are written in what the list is given to. */
export function takingOut(
  entries: readonly ts.Node[],
  names: string,
  around: ts.Node,
  list = '`allowedTools`',
): readonly Suggestion<'removeEntry'>[] {
  const areThere = entries.every((entry) => isInside(entry, around) && isPart(entry));
  return areThere ? suggested('removeEntry', { entries: names, list }, withoutParts(entries)) : [];
}

/** Takes names out of the lists that a setting has of what runs without approval: `{ toolNames: ['delete'] }`. */
export function withoutNames(
  setting: ts.Node,
  names: readonly string[],
  around: ts.Node,
  list: string,
): readonly Suggestion<'removeEntry'>[] {
  const entries = nodesIn(setting, syntax.isStringLiteralLike, anywhere).filter(
    (entry) => syntax.isArrayLiteralExpression(entry.parent) && names.includes(entry.text),
  );
  return entries.length === names.length ? takingOut(entries, listText(names), around, list) : [];
}

/**
 * Goes back to the mode in which permission is requested, also for what the list of allowed tools has. Sub-agents have the
 * mode of the agent: what each of them may do then is not for an edit to decide.
 */
export function switchingMode(
  { bypass, allowed }: BuiltInPermission,
  { node: around, children, model: { builtIn } }: AgentFact,
): readonly Suggestion<'switchMode'>[] {
  const entries = [...new Set(allowed.map(({ node }) => node))];
  if (!bypass || !builtIn || children.length > 0 || !entries.every((entry) => isInside(entry, around) && isPart(entry)))
    return [];
  const { instead, mode: place } = builtIn;
  const quote = quoteOf(around.getSourceFile());
  const edits = withLiteral(bypass.node, quote + instead.mode + quote, around);
  const data = { option: place?.path?.at(-1) ?? '', mode: `'${instead.mode}'` };
  return edits ? suggested('switchMode', data, [...edits, ...withoutParts(entries)]) : [];
}

/** Takes away an option of an agent that switches guards off and says nothing else. */
export function withoutOptOut(
  value: ts.Node,
  agent: AgentFact,
  file: ts.SourceFile,
): readonly Suggestion<'removeEntry'>[] {
  const property = syntax.parentOf(value);
  const isAllOff =
    syntax.isObjectLiteralExpression(value) &&
    value.properties.every(
      (each) => syntax.isPropertyAssignment(each) && each.initializer.kind === syntax.SyntaxKind.FalseKeyword,
    );
  if (!isAllOff || !syntax.isPropertyAssignment(property) || agent.node.getSourceFile() !== file) return [];
  return takingOut([property], `\`${property.name.getText()}\``, agent.node, agentText(agent, false));
}

/** Takes tools out of the lists in which an agent is given them. */
export function withoutTools(
  agent: AgentFact,
  tools: readonly (GivenTool | undefined)[],
  names: string,
): readonly Suggestion<'removeEntry'>[] {
  const entries = tools.map((given) => given && entryOf(agent, given));
  const found = [...new Set(entries.filter((entry) => entry !== undefined))];
  return found.length === tools.length ? takingOut(found, names, agent.node, '`tools`') : [];
}

/** The element of a list, or the property of an object, by which an agent is given a tool. */
function entryOf({ model, value }: AgentFact, { tool, name }: GivenTool): ts.Node | undefined {
  const isTool = (given: Value): boolean =>
    optionsOf(given).some((option) => (option.kind === 'made' ? option.call : option.node) === tool.node);
  for (const list of model.tools.flatMap((place) => optionsOf(readAt(value, place)))) {
    if (list.kind === 'list' && syntax.isArrayLiteralExpression(list.node)) {
      const written = list.node.elements;
      const index = list.elements.findIndex((element) => isTool(element()));
      // One that is spread in may stand for any number of them.
      if (index >= 0 && written.length === list.elements.length && !written.some(syntax.isSpreadElement))
        return written[index];
    }
    if (list.kind === 'object' && syntax.isObjectLiteralExpression(list.node)) {
      const entry = list.node.properties.find((property) => keyIn(property) === name);
      if (entry) return entry;
    }
  }
  return undefined;
}
