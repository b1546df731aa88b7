import { memoryOwners, memoryWords } from '../../models/agents/purpose.ts';
import type { Effect } from '../../program/effects/effects.ts';
import { syntax, type ts } from '../../type-utils/index.ts';
import { isCall } from '../agents/matcher.ts';
import type { ToolFact } from '../agents/tools.ts';
import { nameOfFunction, namesOf, wordsOf } from './purpose.ts';

/**
 * Whether something is what the agent keeps for itself, by the name of the tool, of the function that does nothing else, or of
 * the table: `forget`, `deleteMemory`, `from('user_memories')`.
 */
export function isOfMemories({ call, frames }: Effect, tool: ToolFact): boolean {
  const own = wordsOf(namesOf(tool));
  const inner = frames.slice(1).at(-1);
  const [, noun = '', ...others] = inner ? wordsOf(nameOfFunction(inner.fn)) : [];
  const isNamedSo = others.length === 0 && memoryWords.includes(noun);
  return (
    isNamedSo ||
    own.every((word) => word === 'forget') ||
    own.some((word) => memoryWords.includes(word)) ||
    isTableOfMemories(placeTextOf(call))
  );
}

/** `agentMemories`, `DELETE FROM user_facts`: by the last word of a name in the text. */
function isTableOfMemories(text: string): boolean {
  return (text.match(/[\w$]+/g) ?? []).some((name) => {
    const words = wordsOf(name);
    const last = words.at(-1) ?? '';
    return memoryWords.includes(last) || (last === 'facts' && words.every((word) => memoryOwners.includes(word)));
  });
}

/** What a call is made on, and the first text or name that it is given: `auditLog`, `'cache.json'`, `INSERT INTO metrics`. */
export function placeTextOf(call: ts.Node): string {
  if (!isCall(call)) return '';
  const callee = syntax.withoutAssertions(call.expression);
  const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression.getText() : '';
  const [first] = call.arguments ?? [];
  const given = first && syntax.isStringLiteralLike(first) ? first.text.split(/[(\n]/)[0] : '';
  return `${receiver} ${first && syntax.isIdentifier(first) ? first.text : (given ?? '')}`;
}
