import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { elementAt, optionsOf, textIn, type Value } from '../values/values.ts';

/** A test that is true where a list, a set, a map or a table of the program has something. */
interface MembershipTest {
  readonly subject: ts.Expression;
  readonly collection: ts.Expression;
  /** What it is one of: the names of an object's properties, or what a list, a set or a map has. */
  readonly of: 'names' | 'elements';
}

/** `allowed.includes(name)`, `allowed.has(name)`, `allowed.some((each) => each === name)`, `name in table`, `Object.hasOwn(table, name)` */
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
  if (!first || second || !['has', 'includes', 'some'].includes(method)) return undefined;
  const subject = method === 'some' ? comparedWithEach(first) : first;
  return subject && { subject, collection: callee.expression, of: 'elements' };
}

/** `name` of `(each) => each === name` */
function comparedWithEach(callback: ts.Expression): ts.Expression | undefined {
  if (!syntax.isArrowFunction(callback) || !syntax.isExpression(callback.body)) return undefined;
  const test = syntax.withoutAssertions(callback.body);
  const each = callback.parameters[0]?.name.getText();
  if (!syntax.isBinaryExpression(test) || syntax.equalityOf(test) !== true || each === undefined) return undefined;
  if (test.left.getText() === each) return test.right;
  return test.right.getText() === each ? test.left : undefined;
}

/** The texts that a collection has: undefined where not all of it is written in the program. */
export function textsListed(collection: Value, of: MembershipTest['of']): readonly string[] | undefined {
  const sets = optionsOf(collection).map((option) => (of === 'names' ? namesIn(option) : elementsIn(option)));
  const known = sets.filter((set) => set !== undefined);
  return known.length === sets.length ? known.flat() : undefined;
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
  const known = texts.filter((text) => text !== undefined);
  return known.length === texts.length ? known : undefined;
}
