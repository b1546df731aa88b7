import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { textsOfPattern } from './pattern-texts.ts';
import { elementAt, optionsOf, textIn, type Value } from '../values/values.ts';

/** A test that is true where a list, a set, a map or a table of the program has something. */
interface MembershipTest {
  readonly subject: ts.Expression;
  readonly collection: ts.Expression;
  /**
   * What it is one of: the names of an object's properties, what a list, a set or a map has, or what a pattern, or one of a
   * list of these, matches.
   */
  readonly of: 'names' | 'elements' | 'matches';
}

/**
 * `allowed.includes(name)`, `allowed.has(name)`, `allowed.some((each) => each === name)`, `name in table`,
 * `Object.hasOwn(table, name)`, `pattern.test(name)`, `name.match(pattern)`, `patterns.some((each) => each.test(name))`
 */
export function membershipTestIn(test: ts.Expression): MembershipTest | undefined {
  if (syntax.isBinaryExpression(test))
    return test.operatorToken.kind === syntax.SyntaxKind.InKeyword
      ? { subject: test.left, collection: test.right, of: 'names' }
      : undefined;
  if (!syntax.isCallExpression(test)) return undefined;
  const callee = syntax.withoutAssertions(test.expression);
  if (!syntax.isPropertyAccessExpression(callee)) return undefined;
  const [first, second] = test.arguments;
  const method = callee.name.text;
  if (method === 'hasOwn' && first && second) return { subject: second, collection: first, of: 'names' };
  const holder = callee.expression;
  if (!first || second) return undefined;
  switch (method) {
    case 'has':
    case 'includes':
      return { subject: first, collection: holder, of: 'elements' };
    case 'test':
      return { subject: first, collection: holder, of: 'matches' };
    case 'match':
      return { subject: holder, collection: first, of: 'matches' };
    case 'some': {
      const compared = comparedWithEach(first);
      const matched = compared ? undefined : matchedByEach(first);
      if (matched) return { subject: matched, collection: holder, of: 'matches' };
      return compared && { subject: compared, collection: holder, of: 'elements' };
    }
    default:
      return undefined;
  }
}

/** `name` of `(each) => each.test(name)` */
function matchedByEach(callback: ts.Expression): ts.Expression | undefined {
  const { each, test } = testOfEach(callback) ?? {};
  const inner = test && membershipTestIn(test);
  return inner?.of === 'matches' && inner.collection.getText() === each ? inner.subject : undefined;
}

/** `name` of `(each) => each === name` */
function comparedWithEach(callback: ts.Expression): ts.Expression | undefined {
  const { each, test } = testOfEach(callback) ?? {};
  if (!test || !syntax.isBinaryExpression(test) || syntax.equalityOf(test) !== true) return undefined;
  if (test.left.getText() === each) return test.right;
  return test.right.getText() === each ? test.left : undefined;
}

/** What a callback tests of each element, and the name that it gives it. */
function testOfEach(callback: ts.Expression): { readonly each: string; readonly test: ts.Expression } | undefined {
  if (!syntax.isArrowFunction(callback) || !syntax.isExpression(callback.body)) return undefined;
  const [parameter] = callback.parameters;
  return parameter && { each: parameter.name.getText(), test: syntax.withoutAssertions(callback.body) };
}

/** The texts that a collection has: undefined where not all of it is written in the program. */
export function textsListed(collection: Value, of: MembershipTest['of']): readonly string[] | undefined {
  const textsIn = { names: namesIn, elements: elementsIn, matches: matchedIn }[of];
  const sets = optionsOf(collection).map((option) => textsIn(option));
  return sets.every((set) => set !== undefined) ? sets.flat() : undefined;
}

function namesIn(value: Value): readonly string[] | undefined {
  return value.kind === 'object' && !value.isOpen ? [...value.properties.keys()] : undefined;
}

function elementsIn(value: Value): readonly string[] | undefined {
  const whole = value.kind === 'made' ? value.contents?.list() : value;
  if (whole?.kind !== 'list' || whole.isOpen) return undefined;
  const isMap = value.kind === 'made' && value.contents?.isMap === true;
  const elements = whole.elements.map((element) => (isMap ? elementAt(element(), 0) : element()));
  const texts = elements.flatMap((element) => optionsOf(element).map(textIn));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function matchedIn(value: Value): readonly string[] | undefined {
  if (value.kind !== 'list') return textsOfPattern(value.node.getText());
  const sets = value.isOpen ? [undefined] : value.elements.map((element) => textsListed(element(), 'matches'));
  return sets.every((set) => set !== undefined) ? sets.flat() : undefined;
}
