import type { GuardCondition } from '../../analysis/control.ts';
import { memo } from '../../memo.ts';
import { dangerousCommands, interpreters, powerfulPrograms } from '../../models/agents/harmless.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  assignedIn,
  bindingOf,
  calledName,
  constantInitializerOf,
  constantValueOf,
  syntax,
} from '../../type-utils/index.ts';
import { partsOf } from '../control/conditions.ts';
import { conditionsBefore } from '../control/control.ts';
import { plainEvaluatorOf } from '../values/evaluator.ts';
import { writtenIn } from '../values/functions.ts';
import { elementAt, optionsOf, textIn } from '../values/values.ts';

/** Methods that find out whether a list, a set or a table has something. */
const membershipMethods = new Set(['has', 'includes', 'some']);

/** Programs that run whatever script they are given, and those that remove whatever they are given. */
const takingAnything: ReadonlySet<string> = new Set([...interpreters, ...dangerousCommands]);

/** `[a-z]+`, `\w+`: letters, digits, and signs that a shell reads nothing into, with a hyphen at an end. */
const plainPattern =
  /^\/\^(?:\[-?(?:\\[wd]|a-z|A-Z|0-9|[\w./:@%+=,](?!-[^\]])|\\[./:@%+=,-])+-?\]|\\[wd])[+*]\$\/[iu]*$/;

/**
 * Whether a name or a property is, where it stands, one of the values that the program lists: `if (!allowed.includes(name)) return;`.
 * All that is listed is written in the program, and none of it is a program that runs or changes whatever it is given.
 *
 * Knowingly missed: lists of settings, tests in functions of the program, and `indexOf`.
 */
export const isListed = memo((node: ts.Node, program: ts.Program): boolean =>
  isTestedBefore(node, program, (test, tested) => {
    const { subject, list } = membershipTestIn(test) ?? {};
    if (!list || !subject || !isSame(subject, tested)) return false;
    const values = valuesIn(list, program);
    return values !== undefined && values.length > 0 && values.every(isOwnLine);
  }),
);

/** Whether a text is no program that runs, removes or changes whatever it is given. */
function isOwnLine(text: string): boolean {
  const [first = ''] = text.trim().split(/\s+/);
  const isBare = first === text.trim();
  return !takingAnything.has(first) && !(isBare && powerfulPrograms.includes(first));
}

/** Whether a name or a property is, where it stands, a word without anything that a shell reads: `if (!/^\w+$/.test(name)) return;`. */
export const isPlainWord = memo((node: ts.Node, program: ts.Program): boolean =>
  isTestedBefore(node, program, (test, tested) => {
    const given = patternTestIn(test);
    return given !== undefined && isSame(given, tested) && matchesPlain(test, tested);
  }),
);

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
 * Whether a test of a name or a property holds on every path to it, and it is never assigned again.
 *
 * @param isTest is given what is true there, and the name or property
 */
function isTestedBefore(
  node: ts.Node,
  program: ts.Program,
  isTest: (test: ts.Expression, tested: ts.Expression) => boolean,
): boolean {
  if (!syntax.isIdentifier(node) && !syntax.isPropertyAccessExpression(node)) return false;
  const file = node.getSourceFile();
  const text = node.getText();
  if (!testedTexts(file).has(text)) return false;
  const root = syntax.rootOf(node);
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  if (!binding || writtenIn(file).has(binding)) return false;
  if (assignedIn(file).some((target) => syntax.isAccess(target) && text.startsWith(target.getText()))) return false;
  // Also `const isAllowed = allowed.has(name); if (isAllowed) …`.
  const holds = (condition: GuardCondition): boolean =>
    partsOf(condition).some(({ part, value }) => value === true && isTest(constantValueOf(part), node));
  const home = syntax.containerOf(binding);
  for (let at: ts.Node = node; ;) {
    const container = syntax.containerOf(at);
    if (conditionsBefore(at, container, program, holds).length > 0) return true;
    if (container === home || syntax.isSourceFile(container)) return false;
    at = container;
  }
}

/** Whether two names or properties of one file are the same one. */
function isSame(expression: ts.Expression, node: ts.Expression): boolean {
  if (expression.getText() !== node.getText()) return false;
  const [root, other] = [syntax.rootOf(expression), syntax.rootOf(node)];
  return syntax.isIdentifier(root) && syntax.isIdentifier(other) && bindingOf(root) === bindingOf(other);
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

/** What a list, a set or a table has: undefined where not all of it is written in the program. */
function valuesIn(list: ts.Expression, program: ts.Program): readonly string[] | undefined {
  const [value, other] = optionsOf(plainEvaluatorOf(program).valueOf(list));
  if (!value || other) return undefined;
  if (value.kind === 'object') return value.isOpen ? undefined : [...value.properties.keys()];
  const whole = value.kind === 'made' ? value.contents?.list() : value;
  if (whole?.kind !== 'list' || whole.isOpen) return undefined;
  const isMap = value.kind === 'made' && value.contents?.isMap === true;
  const texts = whole.elements.flatMap((element) => textIn(isMap ? elementAt(element(), 0) : element()) ?? []);
  return texts.length === whole.elements.length ? texts : undefined;
}
