import type { Evaluator } from '../../program/values/evaluator.ts';
import { type ObjectValue, optionsOf, propertyOf, type Value } from '../../program/values/values.ts';
import { connectionKeys, connectionsOf } from '../agents/reading-servers.ts';
import type { ToolSetFact } from '../agents/tools.ts';

/** How deep values are compared. */
const MAX_DEPTH = 4;

/** What says which server it is, beside the command or address. */
const compared = [...connectionKeys, 'args'];

/** Whether two sets of tools are surely of one server: the same command, or the same address. */
export function isSameServer(a: ToolSetFact, b: ToolSetFact, evaluator: Evaluator): boolean {
  if (a.node === b.node) return true;
  const [first, ...others] = connectionsOf(a, evaluator);
  const [second, ...more] = connectionsOf(b, evaluator);
  return (
    first !== undefined && second !== undefined && others.length + more.length === 0 && isSameConnection(first, second)
  );
}

function isSameConnection(a: ObjectValue, b: ObjectValue): boolean {
  return compared.every((key) => {
    const isInBoth = a.properties.has(key) && b.properties.has(key);
    return isInBoth ? isSame(propertyOf(a, key), propertyOf(b, key)) : !a.properties.has(key) && !b.properties.has(key);
  });
}

/** Whether two values are surely the same: the same text or list, the same expression of a constant, the same setting. */
function isSame(a: Value, b: Value, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const [[first, ...others], [second, ...more]] = [optionsOf(a), optionsOf(b)];
  if (!first || !second || others.length + more.length > 0) return a.node === b.node;
  if (first.kind === 'literal') return second.kind === 'literal' && first.value === second.value;
  if (first.kind === 'list')
    return (
      second.kind === 'list' &&
      !first.isOpen &&
      !second.isOpen &&
      first.elements.length === second.elements.length &&
      first.elements.every((each, index) => isSame(each(), second.elements[index]?.() ?? b, depth + 1))
    );
  // `new URL('https://…')`
  if (first.kind === 'made' && second.kind === 'made' && first.node !== second.node)
    return (
      first.call.expression.getText() === second.call.expression.getText() &&
      first.call.arguments?.length === 1 &&
      second.call.arguments?.length === 1 &&
      isSame(first.argument(0), second.argument(0), depth + 1)
    );
  return first.node === second.node || isSameSetting(first, second);
}

/** `process.env.SHARE`, wherever it is read. */
function isSameSetting(a: Value, b: Value): boolean {
  return (
    [a, b].every(({ node }) => /^process\.env\.\w+$/.test(node.getText())) && a.node.getText() === b.node.getText()
  );
}
