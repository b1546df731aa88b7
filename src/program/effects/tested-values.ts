import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, calledName, constantInitializerOf, isInside, syntax } from '../../type-utils/index.ts';
import { partsOf } from '../control/conditions.ts';
import { conditionsBefore } from '../control/control.ts';
import { writtenIn } from '../values/functions.ts';
import { anywhere, nodesIn } from '../values/nodes.ts';

/** Methods that find out whether a list, a set or a table has something, and those that put something into one. */
const membershipMethods = new Set(['has', 'includes', 'some']);
const addingMethods = new Set(['add', 'push', 'set', 'splice', 'unshift']);

/** `/^[\w./-]+$/`: what it matches has no character that a shell reads. */
const plainPattern = /^\/\^\[[\w\\./:@%+=,-]+\][+*]\$\/[iu]*$/;

/**
 * Whether a name or a property is, where it stands, one of the values that the program lists: `if (!allowed.includes(name)) return;`.
 * What is listed is written in the program, or comes from its settings; a list that the same file adds to is none, nor is one
 * that a function is given.
 *
 * Knowingly missed: tests in functions of the program, `indexOf`, and a list that another file adds to.
 */
export function isListed(node: ts.Node, program: ts.Program): boolean {
  return isTestedBefore(node, program, (test, home) => {
    const { subject, list } = membershipTestIn(test) ?? {};
    return subject?.getText() === node.getText() && list !== undefined && isOfProgram(list, home);
  });
}

/** Whether a name or a property is, where it stands, a word without anything that a shell reads: `if (!/^\w+$/.test(name)) return;`. */
export function isPlainWord(node: ts.Node, program: ts.Program): boolean {
  return isTestedBefore(node, program, (test) => matchesPlain(test, node));
}

/** Whether a condition is true where an expression is a word without anything that a shell reads. */
export function matchesPlain(condition: ts.Expression, expression: ts.Node): boolean {
  const call = syntax.withoutAssertions(condition);
  const [given] = syntax.isCallExpression(call) ? call.arguments : [];
  if (!syntax.isCallExpression(call) || calledName(call) !== 'test' || given?.getText() !== expression.getText())
    return false;
  const receiver = syntax.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined;
  const pattern = receiver && syntax.isIdentifier(receiver) ? constantInitializerOf(receiver) : receiver;
  return pattern !== undefined && plainPattern.test(pattern.getText());
}

/**
 * Whether a test of a name or a property holds on every path to it, and what it names is never assigned again.
 *
 * @param isTest is given what is true there, and the function that declares the name
 */
function isTestedBefore(
  node: ts.Node,
  program: ts.Program,
  isTest: (test: ts.Expression, home: ts.Node) => boolean,
): boolean {
  if (!syntax.isIdentifier(node) && !syntax.isPropertyAccessExpression(node)) return false;
  if (!testedTexts(node.getSourceFile()).has(node.getText())) return false;
  const root = syntax.rootOf(node);
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  if (!binding || writtenIn(node.getSourceFile()).has(binding)) return false;
  const home = syntax.containerOf(binding);
  for (let at: ts.Node = node; ;) {
    const container = syntax.containerOf(at);
    const holds = conditionsBefore(at, container, program).some((condition) =>
      partsOf(condition).some(({ part, value }) => value === true && isTest(heldBy(part), home)),
    );
    if (holds) return true;
    if (container === home || syntax.isSourceFile(container)) return false;
    at = container;
  }
}

/** The texts of what the tests in a file are given, so that nothing else is looked at. */
const testedTexts = memo((file: ts.SourceFile): ReadonlySet<string> => {
  const texts = new Set<string>();
  const visit = (node: ts.Node): void => {
    const subject = syntax.isExpression(node) ? (membershipTestIn(node)?.subject ?? patternTestIn(node)) : undefined;
    if (subject) texts.add(subject.getText());
    syntax.forEachChild(node, visit);
  };
  visit(file);
  return texts;
});

function patternTestIn(node: ts.Expression): ts.Expression | undefined {
  return syntax.isCallExpression(node) && calledName(node) === 'test' ? node.arguments[0] : undefined;
}

/** `const isAllowed = allowed.has(name); if (isAllowed) …` */
function heldBy(test: ts.Expression): ts.Expression {
  const held = syntax.isIdentifier(test) ? constantInitializerOf(test) : undefined;
  return held ? syntax.withoutAssertions(held) : test;
}

interface MembershipTest {
  readonly subject: ts.Expression;
  readonly list: ts.Expression;
}

/** `allowed.includes(name)`, `allowed.has(name)`, `allowed.some((each) => each === name)`, `name in table`, `Object.hasOwn(table, name)` */
function membershipTestIn(test: ts.Expression): MembershipTest | undefined {
  if (syntax.isBinaryExpression(test))
    return test.operatorToken.kind === syntax.SyntaxKind.InKeyword
      ? { subject: test.left, list: test.right }
      : undefined;
  if (!syntax.isCallExpression(test) || !syntax.isPropertyAccessExpression(test.expression)) return undefined;
  const { expression: receiver, name } = test.expression;
  const [first, second] = test.arguments;
  if (name.text === 'hasOwn' && first && second) return { subject: second, list: first };
  if (!first || second || !membershipMethods.has(name.text)) return undefined;
  const subject = name.text === 'some' ? comparedWithEach(first) : first;
  return subject && { subject, list: receiver };
}

/** `name` of `(each) => each === name` */
function comparedWithEach(callback: ts.Expression): ts.Expression | undefined {
  if (!syntax.isArrowFunction(callback) || !syntax.isBinaryExpression(callback.body)) return undefined;
  const { left, right } = callback.body;
  const each = callback.parameters[0]?.name.getText();
  if (syntax.equalityOf(callback.body) !== true || each === undefined) return undefined;
  if (left.getText() === each) return right;
  return right.getText() === each ? left : undefined;
}

/** Whether a list is there before a function runs, and what runs adds nothing to it. */
function isOfProgram(list: ts.Expression, home: ts.Node): boolean {
  if (syntax.isStringLiteralLike(list) || addedTo(list.getSourceFile()).has(list.getText())) return false;
  const names = nodesIn(list, syntax.isIdentifier, anywhere).filter((name) => !syntax.isMemberOfAccess(name));
  return names.every((name) => {
    const held = constantInitializerOf(name);
    if (held) return !isEmpty(held) && isOfProgram(syntax.withoutAssertions(held), home);
    const binding = bindingOf(name);
    const owner = binding && syntax.containerOf(binding);
    return !owner || (owner !== home && isInside(home, owner));
  });
}

/** `new Set()`, `[]`, `{}`: what it has is put into it later. */
function isEmpty(value: ts.Expression): boolean {
  const node = syntax.withoutAssertions(value);
  if (syntax.isNewExpression(node)) return (node.arguments ?? []).length === 0;
  if (syntax.isArrayLiteralExpression(node)) return node.elements.length === 0;
  return syntax.isObjectLiteralExpression(node) && node.properties.length === 0;
}

/** What a file adds something to, as it is written. */
const addedTo = memo((file: ts.SourceFile): ReadonlySet<string> => {
  const calls = nodesIn(file, syntax.isCallExpression, anywhere);
  return new Set(
    calls.flatMap(({ expression }) =>
      syntax.isPropertyAccessExpression(expression) && addingMethods.has(expression.name.text)
        ? [expression.expression.getText()]
        : [],
    ),
  );
});
