import { changingMethods, dangerousCommands, readingCommands, readingWords } from '../../models/agents/harmless.ts';
import { Answers, noQuestions, type Questions, senseOfTexts } from './answers.ts';
import { wordsOf } from '../../models/agents/guard-words.ts';
import { isNot } from '../../program/control/conditions.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  constantInitializerOf,
  constantValueOf,
  declarationOf,
  isConstant,
  keyOfProperty,
  syntax,
  usesOf,
  valueOfProperty,
} from '../../type-utils/index.ts';
import { plainEvaluatorOf } from '../../program/values/evaluator.ts';
import { valueOf } from '../../program/values/functions.ts';
import { optionsOf, textIn } from '../../program/values/values.ts';

/** How many names and functions are looked through. */
const MAX_DEPTH = 4;

const allowing = new Set(
  'allow allowed allowlist approved harmless permitted readonly safe whitelist whitelisted'.split(' '),
);
const denying = new Set(
  'blacklist blacklisted blocked blocklist dangerous denied denylist destructive forbidden'.split(' '),
);
const negating = new Set('dis never no non not un'.split(' '));

const readingName = new RegExp(`^(?:${readingWords.join('|')})(?![a-z])`);

/**
 * Whether what a condition decides about may run where the condition holds, or where it does not. `undefined`: not certain.
 * It is where the program's own code shows it: by a literal list, of harmless or of dangerous commands or of tools that read
 * by their names, or one that is called a list of what is allowed or denied; and by the answer to a question.
 *
 * @param questions which code puts questions to a person
 */
export function allowingValueOf(
  condition: ts.Node,
  program: ts.Program,
  questions: Questions = noQuestions,
): boolean | undefined {
  return allowingValueIn(condition, program, new Answers(program, questions), 0);
}

function allowingValueIn(
  condition: ts.Node,
  program: ts.Program,
  answers: Answers,
  depth: number,
): boolean | undefined {
  if (depth > MAX_DEPTH || !syntax.isExpression(condition)) return undefined;
  const node = valueOf(condition);
  const inner = (expression: ts.Node): boolean | undefined => allowingValueIn(expression, program, answers, depth + 1);
  if (isNot(node)) return negated(inner(node.operand));
  if (syntax.isIdentifier(node) || syntax.isPropertyAccessExpression(node)) {
    const initializer = syntax.isIdentifier(node) ? constantInitializerOf(node) : undefined;
    if (initializer) return inner(initializer);
    return answers.isAgreement(node) ? true : undefined;
  }
  if (syntax.isBinaryExpression(node))
    return node.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken
      ? ofConjunction(node, inner)
      : ofComparison(node, program, answers, inner);
  if (!syntax.isCallExpression(node)) return undefined;
  if (answers.isQuestion(node)) return answers.isConfirmation(node) ? true : undefined;
  const list = listTestedBy(node, program);
  const answer = answers.senseOfTest(node, list?.texts);
  if (answer !== undefined) return answer;
  if (list) return ofList(list);
  const fn = compilerOf(program).functionNamedBy(node.expression);
  const [result, ...others] = fn ? answers.resultsOf(node) : [];
  if (result) return others.length === 0 ? inner(result) : undefined;
  const returned = fn && onlyResultOf(fn);
  if (!returned) return undefined;
  const test = syntax.withoutAssertions(returned);
  // `function isAllowed(path) { return folders.includes(path) }`: the name of the test, where its list has no telling one.
  const nameOfTest = syntax.isCallExpression(test) && listTestedBy(test, program) ? calledName(node) : undefined;
  return inner(returned) ?? senseOf(nameOfTest);
}

/**
 * `reading.has(command) && !/[;&|]/.test(command)`: where it holds, each part does. What is not certain of a part may narrow
 * the calls to others (`allowed.has(program) && args.includes('push')`), unless it says what they are not.
 */
function ofConjunction(
  { left, right }: ts.BinaryExpression,
  inner: (expression: ts.Node) => boolean | undefined,
): boolean | undefined {
  const parts = [left, right].filter((part) => inner(part) !== undefined || !isNot(syntax.withoutAssertions(part)));
  const [first, ...others] = parts.map(inner);
  return others.every((other) => other === first) ? first : undefined;
}

/** `answer === 'y'`, `LEVELS[command] === 'high'`, and what is compared with `true` or `false`. */
function ofComparison(
  comparison: ts.BinaryExpression,
  program: ts.Program,
  answers: Answers,
  inner: (expression: ts.Node) => boolean | undefined,
): boolean | undefined {
  const { left, right } = comparison;
  const isEqual = syntax.equalityOf(comparison);
  if (isEqual === undefined) return undefined;
  let value: boolean | undefined;
  if (right.kind === syntax.SyntaxKind.TrueKeyword) value = inner(left);
  else if (right.kind === syntax.SyntaxKind.FalseKeyword) value = negated(inner(left));
  else if (syntax.isStringLiteralLike(right))
    value = answers.isAnswer(left) ? senseOfTexts([right.text]) : ofEntries(left, right.text, program);
  return isEqual ? value : negated(value);
}

/** What a table of texts has under a key, by the keys that have that text: `levelOf(command) === 'high'`. */
function ofEntries(read: ts.Expression, text: string, program: ts.Program): boolean | undefined {
  const access = syntax.withoutAssertions(read);
  const fn = syntax.isCallExpression(access) ? compilerOf(program).functionNamedBy(access.expression) : undefined;
  const node = syntax.withoutAssertions((fn && onlyResultOf(fn)) ?? access);
  const table = syntax.isElementAccessExpression(node) ? constantValueOf(node.expression) : undefined;
  if (!table || !syntax.isObjectLiteralExpression(table)) return undefined;
  const entries = table.properties.map((each) => [keyOfProperty(each), literalTextIn(valueOfProperty(each))] as const);
  const [texts, others] = [true, false].map((isWanted) =>
    entries.flatMap(([key, value]) => (key !== undefined && (value === text) === isWanted ? [key] : [])),
  );
  const isKnown = entries.every(([key, value]) => key !== undefined && value !== undefined);
  if (!isKnown || !texts?.length || !others?.length) return undefined;
  const [sense, other] = [texts, others].map((keys) => ofList({ name: undefined, texts: keys }));
  return sense === other ? undefined : (sense ?? negated(other));
}

function literalTextIn(node: ts.Expression | undefined): string | undefined {
  const value = node && syntax.withoutAssertions(node);
  return value && syntax.isStringLiteralLike(value) ? value.text : undefined;
}

/** A constant list of texts that a program tests with, which nothing changes. */
interface List {
  readonly name: string | undefined;
  readonly texts: readonly string[];
}

/** `safe.has(x)`, `safe.includes(x)`, `safe.some((each) => x.startsWith(each))`. */
function listTestedBy({ expression, arguments: given }: ts.CallExpression, program: ts.Program): List | undefined {
  const callee = syntax.withoutAssertions(expression);
  if (!syntax.isPropertyAccessExpression(callee)) return undefined;
  const [test] = given;
  const isMembership =
    /^(?:has|includes)$/.test(callee.name.text) || (callee.name.text === 'some' && test && isPrefixTest(test));
  return isMembership ? listAt(callee.expression, program) : undefined;
}

/** `(each) => command === each`, `(each) => command.startsWith(each)`. */
function isPrefixTest(test: ts.Expression): boolean {
  if (!syntax.isArrowFunction(test) || syntax.isBlock(test.body)) return false;
  const [parameter] = test.parameters;
  const isElement = (node: ts.Expression | undefined): boolean =>
    node !== undefined && syntax.isIdentifier(node) && bindingOf(node) === parameter;
  const body = syntax.withoutAssertions(test.body);
  if (syntax.isCallExpression(body)) return calledName(body) === 'startsWith' && isElement(body.arguments[0]);
  return (
    syntax.isBinaryExpression(body) &&
    body.operatorToken.kind === syntax.SyntaxKind.EqualsEqualsEqualsToken &&
    (isElement(body.left) || isElement(body.right))
  );
}

function listAt(expression: ts.Expression, program: ts.Program, depth = 0): List | undefined {
  const node = syntax.withoutAssertions(expression);
  if (depth > MAX_DEPTH) return undefined;
  if (syntax.isIdentifier(node)) {
    const declaration = declarationOf(node, program);
    if (!declaration || !syntax.isVariableDeclaration(declaration) || !isConstant(declaration)) return undefined;
    const list = declaration.initializer && listAt(declaration.initializer, program, depth + 1);
    if (!list || usesOf(declaration, program).some(isChangedAt)) return undefined;
    return senseOf(node.text) === undefined && list.name !== undefined ? list : { ...list, name: node.text };
  }
  if (syntax.isPropertyAccessExpression(node)) return listInProperty(node, program);
  const [first] = syntax.isNewExpression(node) ? (node.arguments ?? []) : [];
  if (syntax.isNewExpression(node))
    return first && calledName(node) === 'Set' ? listAt(first, program, depth + 1) : undefined;
  if (!syntax.isArrayLiteralExpression(node) || node.elements.length === 0) return undefined;
  const texts = node.elements.flatMap((each) => (syntax.isStringLiteralLike(each) ? [each.text] : []));
  return texts.length < node.elements.length ? undefined : { name: undefined, texts };
}

/** `rules.readOnly`, `this.config.readOnly`: what the constant object, or each object that the class is made with, has there. */
function listInProperty(node: ts.PropertyAccessExpression, program: ts.Program): List | undefined {
  const lists = plainEvaluatorOf(program)
    .valuesOf(node, [node], true)
    .flatMap(optionsOf)
    .map((option) => (option.kind === 'made' ? option.contents?.list() : option));
  const texts: string[] = [];
  for (const list of lists) {
    const elements = list?.kind === 'list' && !list.isOpen ? list.elements.map((element) => textIn(element())) : [];
    if (elements.length === 0 || elements.includes(undefined)) return undefined;
    texts.push(...elements.filter((text) => text !== undefined));
  }
  return { name: node.name.text, texts };
}

function isChangedAt(use: ts.Node): boolean {
  const member = syntax.parentOf(use);
  return syntax.isPropertyAccessExpression(member) && changingMethods.includes(member.name.text);
}

function ofList({ name, texts }: List): boolean | undefined {
  const isReading = (text: string): boolean =>
    readingCommands.some((each) => text === each || text.startsWith(`${each} `)) || readingName.test(text);
  if (texts.every(isReading)) return true;
  if (texts.every((text) => dangerousCommands.includes(text.split(' ')[0] ?? ''))) return false;
  return senseOf(name);
}

function senseOf(name: string | undefined): boolean | undefined {
  const words = wordsOf(name ?? '');
  if (words.some((word) => negating.has(word))) return undefined;
  // `READ_ONLY`, `readOnlyCommands`
  const isReadOnly = words.some((word, index) => word === 'only' && words[index - 1] === 'read');
  const isAllowing = isReadOnly || words.some((word) => allowing.has(word));
  return isAllowing === words.some((word) => denying.has(word)) ? undefined : isAllowing;
}

/** What a function returns, where that is one expression. */
export function onlyResultOf({ body }: syntax.FunctionLike): ts.Expression | undefined {
  if (!body) return undefined;
  if (!syntax.isBlock(body)) return body;
  const [only, ...others] = body.statements;
  return only && others.length === 0 && syntax.isReturnStatement(only) ? only.expression : undefined;
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}
