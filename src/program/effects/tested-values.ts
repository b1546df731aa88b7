import type { GuardCondition } from '../../analysis/control.ts';
import { memo } from '../../memo.ts';
import { dangerousCommands, interpreters, powerfulPrograms } from '../../models/agents/harmless.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  assignedIn,
  bindingNamedBy,
  bindingOf,
  calledName,
  constantInitializerOf,
  constantValueOf,
  syntax,
} from '../../type-utils/index.ts';
import { partsOf } from '../control/conditions.ts';
import { isTestedBefore } from '../control/control.ts';
import { writtenIn } from '../values/functions.ts';
import { narrowingOfData } from './narrowing.ts';

/** Programs that run whatever script they are given, and those that remove whatever they are given. */
const takingAnything: ReadonlySet<string> = new Set([...interpreters, ...dangerousCommands]);

/** `[a-z]+`, `\w+`: letters, digits, and signs that a shell reads nothing into, with a hyphen at an end. */
const plainPattern =
  /^\/\^(?:\[-?(?:\\[wd]|a-z|A-Z|0-9|[\w./:@%+=,](?!-[^\]])|\\[./:@%+=,-])+-?\]|\\[wd])[+*]\$\/[iu]*$/;

/**
 * Whether a name or a property is, where it stands, one of the values that the program lists: `if (!allowed.includes(name)) return;`.
 * All that is listed is written in the program, and none of it is a program that runs or changes whatever it is given.
 *
 * Knowingly missed: lists of settings, and `indexOf`.
 */
export const isListed = memo(
  (node: ts.Node, program: ts.Program): boolean => listedTextsOf(node, program)?.every(isOwnLine) === true,
);

/** The values that the program lists of which a name or a property is one where it stands: of several lists the shortest. */
export const listedTextsOf = memo((node: ts.Node, program: ts.Program): readonly string[] | undefined => {
  if (!isNameOrProperty(node)) return undefined;
  const [first, ...others] = narrowingOfData(program).factsAt(node, node);
  return others.reduce((shortest, texts) => (shortest && texts.length < shortest.length ? texts : shortest), first);
});

function isNameOrProperty(node: ts.Node): node is ts.Identifier | ts.PropertyAccessExpression {
  return syntax.isIdentifier(node) || syntax.isPropertyAccessExpression(node);
}

/** Whether a text is no program that runs, removes or changes whatever it is given. */
function isOwnLine(text: string): boolean {
  const [first = ''] = text.trim().split(/\s+/);
  const isBare = first === text.trim();
  return !takingAnything.has(first) && !(isBare && powerfulPrograms.includes(first));
}

/**
 * Whether a name or a property is, where it stands, a word without anything that a shell reads: `if (!/^\w+$/.test(name)) return;`.
 * The test holds on every path to it, and it is never assigned again.
 */
export const isPlainWord = memo((node: ts.Node, program: ts.Program): boolean => {
  if (!isNameOrProperty(node)) return false;
  const file = node.getSourceFile();
  const text = node.getText();
  if (!testedTexts(file).has(text)) return false;
  const binding = bindingNamedBy(syntax.rootOf(node));
  if (!binding || writtenIn(file).has(binding)) return false;
  if (assignedIn(file).some((target) => syntax.isAccess(target) && text.startsWith(target.getText()))) return false;
  // Also `const isPlain = pattern.test(name); if (isPlain) …`.
  const holds = (condition: GuardCondition): boolean =>
    partsOf(condition).some(({ part, value }) => value === true && isTestOf(constantValueOf(part), node));
  return isTestedBefore(node, syntax.containerOf(binding), program, holds);
});

/** Whether a condition tests by a plain pattern what a name or a property of the same file is. */
function isTestOf(condition: ts.Expression, node: ts.Expression): boolean {
  const given = patternTestIn(condition);
  return given !== undefined && isSame(given, node) && matchesPlain(condition, node);
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
    const subject = syntax.isExpression(node) ? patternTestIn(node) : undefined;
    if (subject) texts.add(subject.getText());
    syntax.forEachChild(node, visit);
  };
  visit(file);
  return texts;
});

function patternTestIn(node: ts.Expression): ts.Expression | undefined {
  return syntax.isCallExpression(node) && calledName(node) === 'test' ? node.arguments[0] : undefined;
}
