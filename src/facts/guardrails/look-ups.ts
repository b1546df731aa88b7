import { plainReadingWords } from '../../models/agents/harmless.ts';
import { approvalNouns, decidingNouns } from '../../models/agents/purpose.ts';
import {
  bindingOf,
  constantInitializerOf,
  declarationOf,
  isConstant,
  isInside,
  patternHolderOf,
  syntax,
  type ts,
  usesOf,
} from '../../type-utils/index.ts';
import { conditionsOf } from '../../program/control/control.ts';
import { listAround } from '../../program/values/functions.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import { isReadingName } from '../agents/reading-names.ts';
import { wordsOf } from './purpose.ts';

/** Members by which a table is looked through, and by which a tool is called there. */
const lookingMembers = new Set(
  'call entries every find findIndex findLast get has hasOwn hasOwnProperty id includes indexOf keys name prototype size some values'.split(
    ' ',
  ),
);

const deciding: ReadonlySet<string> = new Set([...approvalNouns, ...decidingNouns]);

/**
 * Whether a function only says whether a tool is in a table of tools: `name in tools`, `tools.some((tool) => tool.name === name)`.
 * It looks at nothing else, and at nothing of the tool but its name.
 *
 * @param holdsTools whether what a declaration stands for is such a table
 */
export function isLookUp(
  fn: syntax.FunctionLike,
  holdsTools: (declaration: ts.Node) => boolean,
  program: ts.Program,
): boolean {
  if (!fn.body || syntax.isGenerator(fn)) return false;
  let isInTable = false;
  const isTable = (declaration: ts.Node | undefined): boolean => {
    const isFound = declaration !== undefined && holdsTools(declaration);
    isInTable ||= isFound;
    return isFound;
  };
  const isPlain = (node: ts.Node): boolean => {
    if (syntax.isTypeNode(node) || syntax.isThrowStatement(node)) return true;
    if (syntax.isStringLiteralLike(node) || syntax.isTemplateExpression(node)) return false;
    if (syntax.isBinaryExpression(node) && [node.left, node.right].some(isTypeOf)) return true;
    if (syntax.isPropertyAccessExpression(node))
      return isTable(memberOfThis(node, program)) || (lookingMembers.has(node.name.text) && isPlain(node.expression));
    if (syntax.isIdentifier(node)) return isPlainName(node);
    return (
      node.kind !== syntax.SyntaxKind.ThisKeyword && !syntax.forEachChild(node, (child) => !isPlain(child) || undefined)
    );
  };
  const isPlainName = (name: ts.Identifier): boolean => {
    const binding = bindingOf(name);
    if (!binding || isInside(binding, fn) || isTable(binding)) return true;
    // `const names = Object.keys(tools);`
    const initializer = constantInitializerOf(name);
    return initializer !== undefined && syntax.isCallExpression(initializer) && isPlain(initializer);
  };
  return isPlain(fn.body) && isInTable;
}

/**
 * Whether a table is of the tools that a server has said that it has: `new Map(tools.map(({ name }) => [name, …]))`, also as a
 * field that nothing else is put into.
 */
export function isOfListedTools(table: ts.Expression, program: ts.Program): boolean {
  const node = syntax.withoutAssertions(table);
  const field = syntax.isPropertyAccessExpression(node) ? memberOfThis(node, program) : undefined;
  if (field && syntax.isPropertyDeclaration(field)) {
    const filled = usesOf(field, program).flatMap(fillingAt);
    // What is put in on a condition has been decided about.
    const isPlain = (part: ts.Node): boolean =>
      conditionsOf(part, program)?.every(({ site }) => syntax.isForInOrOf(site as ts.Node)) === true;
    return filled.length > 0 && filled.every((parts) => parts.every(isPlain) && parts.some((part) => isListed(part)));
  }
  const made = syntax.isIdentifier(node) ? madeAs(node) : node;
  return made !== undefined && isListed(made);
}

/** `this.known.set(tool.name, tool)`, `this.known = new Map(…)`: what a use of a field puts into it. */
function fillingAt(use: ts.Node): readonly (readonly ts.Node[])[] {
  const access = syntax.parentOf(use);
  const parent = syntax.parentOf(access);
  if (syntax.isAssignment(parent) && parent.left === access) return [[parent.right]];
  const call = syntax.parentOf(parent);
  const isFilling = syntax.isPropertyAccessExpression(parent) && /^(?:add|push|set)$/.test(parent.name.text);
  return isFilling && syntax.isCallExpression(call) && call.expression === parent ? [call.arguments] : [];
}

/** Whether something is, or is made of, what `listTools` gives, or one of it in a loop over that. */
function isListed(made: ts.Node, seen = new Set<ts.Node>()): boolean {
  if (seen.has(made) || contains(made, isFilter, anywhere)) return false;
  seen.add(made);
  return nodesIn(made, syntax.isIdentifier, anywhere).some((name) => {
    const binding = bindingOf(name);
    const list = binding && listAround(patternHolderOf(binding));
    if (list) return isListed(list, seen);
    const listed = madeAs(name);
    const call = listed && syntax.withoutAwait(listed);
    return call !== undefined && syntax.isMethodCall(call) && call.expression.name.text === 'listTools';
  });
}

/**
 * Whether what is looked up is only run in the place of the tool where it is there: `const own = local.get(name);
 * if (own) return own.run(input);`. All else goes on without a decision.
 */
export function isRunInstead(lookUp: ts.Node, program: ts.Program): boolean {
  const held = syntax.parentOf(lookUp);
  if (!syntax.isVariableDeclaration(held) || !syntax.isIdentifier(held.name) || !isConstant(held)) return false;
  const uses = usesOf(held, program);
  const key = (
    syntax.isElementAccessExpression(lookUp) ? lookUp.argumentExpression : lookedUpBy(lookUp)?.key
  )?.getText();
  const isRun = (use: ts.Node): boolean => isRunAndReturned(use, key);
  const runs = uses.filter(isRun);
  return runs.length > 0 && uses.every((use) => isRun(use) || runs.every((run) => isTestedFor(run, use)));
}

/** `if (own) return own.run(input);`, `if (own !== undefined) …`: what is not there goes on. */
function isTestedFor(run: ts.Node, use: ts.Node): boolean {
  const parent = syntax.parentOf(use);
  const isCompared =
    syntax.isBinaryExpression(parent) && syntax.equalityOf(parent) === false && syntax.isNullishLiteral(parent.right);
  const test = isCompared ? parent : use;
  const statement = syntax.parentOf(test);
  return syntax.isIfStatement(statement) && statement.expression === test && isInside(run, statement.thenStatement);
}

/** `return own.run(input)`, `return await own(input)`, with more than the key: `return denied.reasonFor(name)` refuses. */
function isRunAndReturned(use: ts.Node, key: string | undefined): boolean {
  const access = syntax.parentOf(use);
  const callee = syntax.isPropertyAccessExpression(access) && access.expression === use ? access : use;
  const call = syntax.parentOf(callee);
  if (!syntax.isCallExpression(call) || call.expression !== callee) return false;
  if (call.arguments.every((argument) => argument.getText() === key)) return false;
  const awaited = syntax.parentOf(call);
  return syntax.isReturnStatement(syntax.isAwaitExpression(awaited) ? syntax.parentOf(awaited) : awaited);
}

function isFilter(node: ts.Node): boolean {
  return syntax.isMethodCall(node) && node.expression.name.text === 'filter';
}

/** What a constant is given, or what it is taken out of: `await client.listTools()` of `const { tools } = await client.listTools()`. */
function madeAs(name: ts.Identifier): ts.Expression | undefined {
  const binding = bindingOf(name);
  if (!binding || !isConstant(binding)) return undefined;
  const holder = patternHolderOf(binding);
  return syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
}

/** The member that `this.tools` names. */
export function memberOfThis(node: ts.PropertyAccessExpression, program: ts.Program): ts.Node | undefined {
  return node.expression.kind === syntax.SyntaxKind.ThisKeyword ? declarationOf(node.name, program) : undefined;
}

/** `tools.get(name)`, `tools.find((tool) => tool.name === name)`: what is in a table, and what it is looked up by. */
export function lookedUpBy(
  node: ts.Node,
): { readonly table: ts.Expression; readonly key: ts.Node | undefined } | undefined {
  const callee = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  if (!callee || !syntax.isCallExpression(node) || !syntax.isPropertyAccessExpression(callee)) return undefined;
  const [key] = node.arguments;
  if (callee.name.text === 'get') return { table: callee.expression, key };
  if (callee.name.text !== 'find') return undefined;
  return { table: callee.expression, key: key && syntax.isArrowFunction(key) ? key.body : undefined };
}

/** Whether a tool's name says that it only brings something: `get_record`, and not `get_approval`, `check_order` or `read_policy`. */
export function isNamedForLookUp(name: string): boolean {
  const words = wordsOf(name);
  return (
    isReadingName(name) &&
    words.some((word) => plainReadingWords.includes(word)) &&
    !words.some((word) => deciding.has(word) || deciding.has(word.replace(/(?:ies|s)$/, '')))
  );
}

function isTypeOf(node: ts.Expression): boolean {
  return syntax.isTypeOfExpression(syntax.withoutAssertions(node));
}
