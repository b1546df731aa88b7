import { bindingOf, initializerOf, syntax, type ts } from '../../type-utils/index.ts';
import type { Evaluator } from './evaluator.ts';
import { writtenIn } from './functions.ts';
import { keyedReadAt } from './keyed-reads.ts';
import { elementAt, elementsOf, optionsOf, propertyAt, propertyOf, textIn, type Value } from './values.ts';

/** Through how many names and properties a read is followed. */
const MAX_DEPTH = 8;

/** An entry of a table, such as a handler among others. */
export interface TableEntry {
  /** What it is read by: undefined where that is not known. */
  readonly key: string | undefined;
  readonly entry: Value;
  /** What is read of it, or it itself: `run` of `tools.get(name).run`. */
  readonly value: Value;
}

/** A read of one entry of a table, and which one is decided when the program runs. */
export interface TableRead {
  /** What decides. Undefined where a function does that is not `(each) => each.name === name`. */
  readonly key: ts.Expression | undefined;
  readonly entries: readonly TableEntry[];
  /** A test of each element chooses it: the key need not be its name. */
  readonly isFound?: true;
  /** It may also be something else: `handlers[name] ?? fallback`. */
  readonly hasOther?: true;
}

/**
 * The table that an expression reads: an object by a computed key, a `Map`, or a list in which one element is found; also
 * through a variable (`const tool = tools.get(name)`), a property of the entry, and on the left of `||` and `??`.
 */
export function tableReadAt(expression: ts.Expression, evaluator: Evaluator, depth = 0): TableRead | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const node = syntax.withoutAssertions(expression);
  const initializer = syntax.isIdentifier(node) ? initializerOf(node) : undefined;
  if (initializer) {
    const read = tableReadAt(initializer, evaluator, depth + 1);
    return read && isWrittenAgain(node) ? { ...read, hasOther: true } : read;
  }
  if (syntax.isBinaryExpression(node) && syntax.isLogical(node)) {
    const read = tableReadAt(node.left, evaluator, depth + 1);
    return read && { ...read, hasOther: true };
  }
  const keyed = keyedReadAt(node);
  if (keyed) return { key: keyed.key, entries: entriesIn(evaluator.valueOf(keyed.table)) };
  if (syntax.isPropertyAccessExpression(node)) {
    const read = tableReadAt(node.expression, evaluator, depth + 1);
    const entries = read?.entries.map((each) => ({ ...each, value: propertyOf(each.value, node.name.text) }));
    return read && entries && { ...read, entries };
  }
  if (!syntax.isCallExpression(node) || !syntax.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: table, name: method } = node.expression;
  const [given] = node.arguments;
  if (method.text !== 'find') return undefined;
  const test = given && testOf(given);
  return { key: test?.key, entries: entriesIn(evaluator.valueOf(table), test?.path), isFound: true };
}

function isWrittenAgain(name: ts.Expression): boolean {
  const binding = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  return binding !== undefined && writtenIn(name.getSourceFile()).has(binding);
}

/** The properties of an object, the values of a `Map`, or the elements of a list, which have their key at a path. */
function entriesIn(table: Value, path?: readonly string[]): readonly TableEntry[] {
  return optionsOf(table).flatMap((option): readonly TableEntry[] => {
    if (option.kind === 'object') return [...option.properties].map(([key, value]) => entryOf(key, value()));
    const { elements } = elementsOf(option);
    if (option.kind === 'made' && option.contents?.isMap)
      return elements.map((pair) => entryOf(textIn(elementAt(pair, 0)), elementAt(pair, 1)));
    return elements.map((element) => entryOf(path && textIn(propertyAt(element, path)), element));
  });
}

function entryOf(key: string | undefined, entry: Value): TableEntry {
  return { key, entry, value: entry };
}

/** `(tool) => tool.name === name` */
function testOf(
  callback: ts.Expression,
): { readonly path: readonly string[]; readonly key: ts.Expression } | undefined {
  const fn = syntax.withoutAssertions(callback);
  if (!syntax.isArrowFunction(fn) || syntax.isBlock(fn.body)) return undefined;
  const [parameter] = fn.parameters;
  const test = syntax.withoutAssertions(fn.body);
  if (!parameter || !syntax.isIdentifier(parameter.name) || !syntax.isBinaryExpression(test)) return undefined;
  if (syntax.equalityOf(test) !== true) return undefined;
  const { text } = parameter.name;
  for (const [side, key] of [
    [test.left, test.right],
    [test.right, test.left],
  ] as const) {
    const [root, ...path] = namesOf(side);
    if (root === text && path.length > 0) return { path, key };
  }
  return undefined;
}

/** `tool`, `definition` and `name` of `tool.definition.name`. */
function namesOf(expression: ts.Expression): readonly string[] {
  const node = syntax.withoutAssertions(expression);
  if (syntax.isPropertyAccessExpression(node)) {
    const before = namesOf(node.expression);
    return before.length > 0 ? [...before, node.name.text] : [];
  }
  return syntax.isIdentifier(node) ? [node.text] : [];
}
