import {
  bindingOf,
  constantInitializerOf,
  isConstant,
  keyOfProperty,
  syntax,
  type ts,
  usesOf,
} from '../../type-utils/index.ts';
import { writtenIn } from '../values/functions.ts';
import { anywhere, nodesIn } from '../values/nodes.ts';

/** Patterns for all names of a text, each as a whole. */
const namePattern =
  /^\/(?:\[a-z_\]\+\/(?:gi|ig)|\[(?:a-zA-Z|A-Za-z)_\]\+\/g|\[(?:a-zA-Z|A-Za-z)_\$?\]\[\\w\$?\]\*\/g)$/;

/** What calculators let in: all of `Math`, and names by which code does nothing else either. */
const calculating: ReadonlySet<string> = new Set(
  [
    ...Object.getOwnPropertyNames(Math),
    ...'math pi e tau phi ln lg rad deg inf infinity nan mod fact factorial avg mean sum gcd lcm root square cube'.split(
      ' ',
    ),
  ].map((name) => name.toLowerCase()),
);

/**
 * Whether a text is run only where each name in it is on a list of the program's, of names that calculate:
 * `for (const name of text.match(/[a-z_]+/gi) ?? []) if (!allowed.has(name)) throw …`, as a statement of the same function.
 */
export function areNamesListed(code: ts.Expression, program: ts.Program): boolean {
  const fn = syntax.containerOf(code);
  const block = syntax.isFunctionLike(fn) ? fn.body : fn;
  const parts = nodesIn(code, syntax.isIdentifier, anywhere).map(textsBehind);
  if (!block || !syntax.isBlock(block) || parts.length === 0) return false;
  return parts.every((texts) =>
    block.statements.some(
      (loop) => syntax.isForOfStatement(loop) && loop.end <= code.pos && refusesOthers(loop, texts, program),
    ),
  );
}

/** A constant, and those of which it is the text with signs replaced: `expression.replace(/\^/g, '**')`. */
function textsBehind(name: ts.Identifier): readonly ts.Node[] {
  const binding = bindingOf(name);
  if (!binding || !(isConstant(binding) || !writtenIn(binding.getSourceFile()).has(binding))) return [];
  const made = constantInitializerOf(name);
  const call = made && syntax.withoutAssertions(made);
  if (!call || !syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return [binding];
  const { name: method, expression: text } = call.expression;
  const [, by] = call.arguments;
  const isSigns = by !== undefined && syntax.isStringLiteralLike(by) && !/[\w$]/.test(by.text);
  const isKept = /^replace(?:All)?$/.test(method.text) && isSigns && syntax.isIdentifier(text);
  return isKept ? [binding, ...textsBehind(text)] : [binding];
}

function refusesOthers(
  { initializer, expression, statement }: ts.ForOfStatement,
  texts: readonly ts.Node[],
  program: ts.Program,
): boolean {
  if (!syntax.isVariableDeclarationList(initializer) || !takesNames(expression, texts)) return false;
  const [name] = initializer.declarations;
  const first = syntax.isBlock(statement) ? statement.statements[0] : statement;
  if (!name || !first || !syntax.isIfStatement(first) || !isLeaving(first.thenStatement)) return false;
  const { expression: test } = first;
  return (
    syntax.isPrefixUnaryExpression(test) &&
    test.operator === syntax.SyntaxKind.ExclamationToken &&
    isLookUpOf(syntax.withoutAssertions(test.operand), name, program)
  );
}

/** `text.match(/[a-z_]+/gi) ?? []`, also by a constant */
function takesNames(list: ts.Expression, texts: readonly ts.Node[]): boolean {
  const node = syntax.withoutAssertions(list);
  const held = (syntax.isIdentifier(node) ? constantInitializerOf(node) : undefined) ?? node;
  const made = syntax.isBinaryExpression(held) && syntax.isFallback(held) ? held.left : held;
  const call = syntax.withoutAssertions(made);
  if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return false;
  const { name, expression: text } = call.expression;
  const isOfText = syntax.isIdentifier(text) && texts.some((each) => each === bindingOf(text));
  return name.text === 'match' && isOfText && namePattern.test(call.arguments[0]?.getText() ?? '');
}

/** `allowed.has(name)`, `Object.hasOwn(table, name.toLowerCase())` */
function isLookUpOf(test: ts.Expression, name: ts.Node, program: ts.Program): boolean {
  if (!syntax.isCallExpression(test) || !syntax.isPropertyAccessExpression(test.expression)) return false;
  const { expression: owner, name: method } = test.expression;
  const [first, second] = test.arguments;
  const isOfObject = method.text === 'hasOwn' && owner.getText() === 'Object';
  const [table, looked] = isOfObject ? [first, second] : [owner, first];
  if (!isOfObject && !/^(?:has|includes)$/.test(method.text)) return false;
  return table !== undefined && isName(looked, name) && isListOfNames(table, isOfObject, program);
}

/** `name`, `name.toLowerCase()` */
function isName(looked: ts.Expression | undefined, name: ts.Node): boolean {
  const node = looked && syntax.withoutAssertions(looked);
  if (!node) return false;
  if (syntax.isIdentifier(node)) return bindingOf(node) === name;
  const callee = syntax.isCallExpression(node) ? node.expression : undefined;
  return (
    callee !== undefined &&
    syntax.isPropertyAccessExpression(callee) &&
    callee.name.text === 'toLowerCase' &&
    isName(callee.expression, name)
  );
}

/** Whether a constant is a list of names that calculate, which is written out and only looked at. */
function isListOfNames(table: ts.Expression, isTable: boolean, program: ts.Program): boolean {
  const binding = syntax.isIdentifier(table) ? bindingOf(table) : undefined;
  if (!binding || !syntax.isVariableDeclaration(binding) || !isConstant(binding) || !binding.initializer) return false;
  const names = namesIn(syntax.withoutAssertions(binding.initializer), isTable);
  return (
    names !== undefined &&
    names.length > 0 &&
    names.every((name) => calculating.has(name.toLowerCase())) &&
    usesOf(binding, program).every(isLookedAt)
  );
}

function namesIn(list: ts.Expression, isTable: boolean): readonly string[] | undefined {
  if (syntax.isObjectLiteralExpression(list)) {
    const keys = list.properties.map((each) => (syntax.isPropertyAssignment(each) ? keyOfProperty(each) : undefined));
    return isTable && keys.every((key) => key !== undefined) ? keys : undefined;
  }
  if (isTable) return undefined;
  const given = syntax.isNewExpression(list) && list.expression.getText() === 'Set' ? list.arguments?.[0] : list;
  if (!given || !syntax.isArrayLiteralExpression(given)) return undefined;
  const texts = given.elements.map((each) => (syntax.isStringLiteralLike(each) ? each.text : undefined));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** `allowed.has(…)`, `table[name]`, `Object.keys(table)` */
function isLookedAt(use: ts.Node): boolean {
  const parent = syntax.parentOf(use);
  if (syntax.isPropertyAccessExpression(parent))
    return /^(?:has|includes|join|keys|length|size)$/.test(parent.name.text);
  if (syntax.isElementAccessExpression(parent))
    return parent.expression === use && !syntax.isAssignment(syntax.parentOf(parent));
  return (
    syntax.isCallExpression(parent) &&
    parent.expression !== use &&
    /^Object\.(?:entries|hasOwn|keys|values)$/.test(parent.expression.getText())
  );
}

/** `throw …`, `return …`, also as the last statement of a block behind nothing but calls and constants */
function isLeaving(node: ts.Statement): boolean {
  const statements = syntax.isBlock(node) ? node.statements : [node];
  const last = statements.at(-1);
  const isPlain = (each: ts.Statement): boolean =>
    syntax.isExpressionStatement(each) || each.kind === syntax.SyntaxKind.VariableStatement;
  return (
    last !== undefined &&
    (syntax.isThrowStatement(last) || syntax.isReturnStatement(last)) &&
    statements.slice(0, -1).every(isPlain)
  );
}
