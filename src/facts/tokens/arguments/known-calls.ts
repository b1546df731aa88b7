import type { ts } from '../../../type-utils/index.ts';
import { contains, returnedBy } from '../../../program/values/nodes.ts';
import { bindingNamedBy, calledName, isGlobalName, moduleOfImport, syntax } from '../../../type-utils/index.ts';
import type { Content } from './contents.ts';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Methods of texts and lists that give a changed copy. */
const alteringMethods = wordsOf(
  'concat filter flat flatMap map normalize padEnd padStart repeat replace replaceAll slice split substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toReversed toSorted toSpliced toUpperCase trim trimEnd trimStart with',
);
/** Functions that give another text or number: of the language, and of what is imported from Node. */
const alteringFunctions = wordsOf('decodeURI decodeURIComponent encodeURI encodeURIComponent');
const pathFunctions = wordsOf('basename dirname join normalize realpath realpathSync relative resolve');
const pathModules = wordsOf('fs fs/promises path path/posix path/win32');
/** Methods of arrays, maps and sets that change what they are called on; the second ones give a list itself. */
const mutatingMethods = wordsOf('add clear copyWithin delete fill pop push reverse set shift sort splice unshift');
const chainingMethods = wordsOf('copyWithin fill reverse sort');
/** Functions of `Object` and `Reflect` that change their first argument. */
const changingFirst = wordsOf('assign defineProperties defineProperty deleteProperty set setPrototypeOf');

/** Functions that give another value each time, by the modules that export them, and those of global objects. */
const changingResults: Readonly<Record<string, ReadonlySet<string>>> = {
  crypto: wordsOf('randomBytes randomInt randomUUID'),
  nanoid: wordsOf('nanoid'),
  perf_hooks: wordsOf('now'),
  ulid: wordsOf('ulid'),
  uuid: wordsOf('v1 v4 v6 v7'),
};
const changingGlobals = wordsOf('Date.now Math.random crypto.randomUUID performance.now');
/** Methods that give another result for each value, and those that give a part of it. */
const keepingMethods = wordsOf(
  'getTime padStart replaceAll toISOString toJSON toLowerCase toString toUpperCase valueOf',
);
const shorteningMethods = wordsOf('slice substring');
/** Methods that take an element out of the list that they give it of. */
const takingMethods = wordsOf('pop shift');

/** Operators that make another value of their operands, but for rare ones such as 0 and 1. */
const alteringOperators = new Set<ts.SyntaxKind>([
  syntax.SyntaxKind.PlusToken,
  syntax.SyntaxKind.MinusToken,
  syntax.SyntaxKind.AsteriskToken,
  syntax.SyntaxKind.SlashToken,
  syntax.SyntaxKind.PercentToken,
]);

/** Operations of which any two of a group give different values of the same inputs, but for rare ones. */
const opposedOperations = [
  'ceil floor round',
  'decodeURIComponent encodeURIComponent',
  'max min',
  'toLowerCase toUpperCase',
  '+ -',
  '* /',
].map(wordsOf);

/** Whether two operations give different values of the same inputs: rounding up and down. */
export function areOpposed(a: string, b: string): boolean {
  return a !== b && opposedOperations.some((group) => group.has(a) && group.has(b));
}

/** Whether an operator makes another value of its operands: `euros * 100`. */
export function isAltering({ operatorToken }: ts.BinaryExpression): boolean {
  return alteringOperators.has(operatorToken.kind);
}

/** What a call makes another value of: what a method is called on, or its arguments. */
export function alteredByCall(call: ts.CallExpression): readonly ts.Expression[] {
  const { callee, name, receiver } = partsOf(call);
  if (!receiver) {
    const isKnown = syntax.isIdentifier(callee) && isGlobalName(callee) && alteringFunctions.has(name);
    return isKnown || isPathFunction(callee, name) ? call.arguments : [];
  }
  if (isGlobalNamed(receiver, 'Math') || isPathFunction(syntax.rootOf(receiver), name)) return call.arguments;
  return alteringMethods.has(name) && !isPlainCopy(call) && !isCopyOfElements(call) ? [receiver] : [];
}

/** `lines.map((line) => ({ ...line }))`, `lines.map(copyOf)`: whether a function may give each element as it is. */
function isCopyOfElements(call: ts.CallExpression): boolean {
  const [given] = call.arguments;
  const fn = given && syntax.withoutAssertions(given);
  if (calledName(call) !== 'map' || !fn) return false;
  return !syntax.isFunctionValue(fn) || !returnedBy(fn).some((each) => contains(each, isMade));
}

/** Whether an expression is more than what is read, and a copy of that. */
function isMade(node: ts.Node): boolean {
  if (syntax.isCallExpression(node)) return copiedByCall(node) === undefined;
  return syntax.isBinaryExpression(node) || syntax.isTemplateExpression(node) || isWrittenOut(node);
}

function isWrittenOut(node: ts.Node): boolean {
  return syntax.isStringLiteralLike(node) || syntax.isNumericLiteral(node) || syntax.isConditionalExpression(node);
}

/** Whether a name, or what has it as a member, is imported from a module of Node that is for paths. */
function isPathFunction(root: ts.Expression, name: string): boolean {
  return pathFunctions.has(name) && pathModules.has(moduleOfImport(bindingNamedBy(root)) ?? '');
}

/** Whether a call gives another value each time: a random one, the time, or what it takes out of a list. */
export function isAnotherEachTime(call: ts.CallExpression): boolean {
  const { callee, name, receiver } = partsOf(call);
  const isImported = changingResults[moduleOfImport(bindingNamedBy(receiver ?? callee)) ?? '']?.has(name) === true;
  if (isImported || !receiver) return isImported;
  const isGlobal = syntax.isIdentifier(receiver) && isGlobalName(receiver);
  if (isGlobal && changingGlobals.has(`${receiver.text}.${name}`)) return true;
  return takingMethods.has(name) && call.arguments.length === 0;
}

/** Whether an operation makes different values of two random ones or of two points in time. Of the latter it may drop what differs. */
export function keepsDifference(operation: string, input: Content): boolean {
  if (operation.includes('${}') || operation === '+' || keepingMethods.has(operation)) return true;
  return shorteningMethods.has(operation) && input.kind === 'result' && input.operation.startsWith('random');
}

/** `new Date()` */
export function isNow(node: ts.Node): boolean {
  return syntax.isNewExpression(node) && !node.arguments?.length && isGlobalNamed(node.expression, 'Date');
}

/** `list.slice()`, `text.concat()` */
function isPlainCopy(call: ts.CallExpression): boolean {
  return call.arguments.length === 0 && ['concat', 'slice'].includes(calledName(call) ?? '');
}

/** What a call only copies, and how deep: `structuredClone(args)`, `Array.from(list)`, `JSON.parse(JSON.stringify(args))`. */
export function copiedByCall(
  call: ts.CallExpression,
): { readonly of: ts.Expression; readonly isDeep: boolean } | undefined {
  const { callee, receiver } = partsOf(call);
  const [first, second] = call.arguments;
  if (receiver && isPlainCopy(call)) return { of: receiver, isDeep: false };
  if (!first || second) return undefined;
  if (isGlobalNamed(callee, 'structuredClone')) return { of: first, isDeep: true };
  if (isCallOn(call, 'Array', ['from'])) return { of: first, isDeep: false };
  const inner = syntax.withoutAssertions(first);
  const isText = syntax.isCallExpression(inner) && isCallOn(inner, 'JSON', ['stringify']);
  const [of] = isText && inner.arguments.length === 1 ? inner.arguments : [];
  return of && isCallOn(call, 'JSON', ['parse']) ? { of, isDeep: true } : undefined;
}

/** What a call gives back as the same object: `Object.freeze(args)`, `list.reverse()`. */
export function returnedByCall(call: ts.CallExpression): ts.Expression | undefined {
  if (isCallOn(call, 'Object', ['freeze', 'preventExtensions', 'seal'])) return call.arguments[0];
  const { name, receiver } = partsOf(call);
  return chainingMethods.has(name) ? receiver : undefined;
}

/** The object of which a call of a built-in function changes the parts: `list.push(…)`, `Object.assign(args, …)`. */
export function changedByCall(call: ts.CallExpression): ts.Expression | undefined {
  if (['Object', 'Reflect'].some((owner) => isCallOn(call, owner, changingFirst))) return call.arguments[0];
  const { name, receiver } = partsOf(call);
  if (mutatingMethods.has(name)) return receiver;
  const isApplied = (name === 'apply' || name === 'call') && receiver && syntax.isPropertyAccessExpression(receiver);
  return isApplied && mutatingMethods.has(receiver.name.text) ? call.arguments[0] : undefined;
}

/** Whether a call is of one of these functions of a global object. */
export function isCallOn(call: ts.CallExpression, owner: string, methods: Iterable<string>): boolean {
  const { name, receiver } = partsOf(call);
  return receiver !== undefined && isGlobalNamed(receiver, owner) && new Set(methods).has(name);
}

function partsOf(call: ts.CallExpression): {
  readonly callee: ts.Expression;
  readonly name: string;
  readonly receiver: ts.Expression | undefined;
} {
  const callee = syntax.withoutAssertions(call.expression);
  const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
  return { callee, name: calledName(call) ?? '', receiver };
}

function isGlobalNamed(expression: ts.Expression, name: string): boolean {
  return syntax.isIdentifier(expression) && expression.text === name && isGlobalName(expression);
}
