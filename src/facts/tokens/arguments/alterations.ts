import type { ts } from '../../../type-utils/index.ts';
import { bindingOf, calledName, compilerOf, isGlobalName, syntax } from '../../../type-utils/index.ts';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Methods of texts and lists that give a changed copy. */
const alteringMethods = wordsOf(
  'concat filter flat flatMap map normalize padEnd padStart repeat replace replaceAll slice split substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toReversed toSorted toSpliced toUpperCase trim trimEnd trimStart with',
);

/** Methods that change a list, and give the list itself. */
const chainingMethods = wordsOf('copyWithin fill reverse sort');

const globalFunctions = wordsOf('decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape');

/** Functions of Node that make another path or address of one. */
const pathFunctions = wordsOf(
  'basename dirname fileURLToPath join normalize pathToFileURL realpath realpathSync relative resolve toNamespacedPath',
);
const pathModules = wordsOf('fs fs/promises path path/posix path/win32 url');

/** Methods of validators that give what they have checked, with defaults. */
const parsingMethods = wordsOf('parse parseAsync');

/** The operators that make another value of their operands, and the operand that leaves the other as it is. */
const alteringOperators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [syntax.SyntaxKind.PlusToken, '0'],
  [syntax.SyntaxKind.MinusToken, '0'],
  [syntax.SyntaxKind.AsteriskToken, '1'],
  [syntax.SyntaxKind.AsteriskAsteriskToken, '1'],
  [syntax.SyntaxKind.SlashToken, '1'],
  [syntax.SyntaxKind.PercentToken, ''],
]);

/** Whether an operator makes another value of its operands: `euros * 100`. */
export function isAltering({ left, right, operatorToken }: ts.BinaryExpression): boolean {
  const neutral = alteringOperators.get(operatorToken.kind);
  const isNeutral = (operand: ts.Expression): boolean => {
    const node = syntax.withoutAssertions(operand);
    return syntax.isNumericLiteral(node) ? node.text === neutral : syntax.isStringLiteralLike(node) && node.text === '';
  };
  return neutral !== undefined && ![left, right].some(isNeutral);
}

/** What a call makes another value of: what a method is called on, or its arguments. */
export function alteredByCall(call: ts.CallExpression, program: ts.Program): readonly ts.Expression[] {
  const callee = syntax.withoutAssertions(call.expression);
  const name = calledName(call) ?? '';
  if (syntax.isIdentifier(callee)) {
    const isAltering = isGlobalName(callee) ? globalFunctions.has(name) : isPathFunction(callee, name);
    return isAltering ? call.arguments : [];
  }
  if (!syntax.isPropertyAccessExpression(callee)) return [];
  const { expression: receiver } = callee;
  if (isGlobalNamed(receiver, 'Math') || isPathFunction(syntax.rootOf(receiver), name)) return call.arguments;
  if (parsingMethods.has(name)) return fillsIn(receiver, program) ? call.arguments : [];
  return alteringMethods.has(name) && !isPlainCopy(call) ? [receiver] : [];
}

/** Whether a validator gives properties that what it is given may lack. */
function fillsIn(schema: ts.Expression, program: ts.Program): boolean {
  const shapes = compilerOf(program).schemaShapesOf(schema);
  return [...(shapes?.output.properties ?? [])].some(
    ([key, { isOptional }]) => isOptional === false && shapes?.input.properties?.get(key)?.isOptional === true,
  );
}

/** Whether a name, or a member of it, is imported from a module of Node that is for paths. */
function isPathFunction(name: ts.Expression, called: string): boolean {
  if (!pathFunctions.has(called) || !syntax.isIdentifier(name)) return false;
  let at: ts.Node | undefined = bindingOf(name);
  if (!at || syntax.isVariableDeclaration(at)) return false;
  while (!syntax.isImportDeclaration(at)) {
    if (syntax.isSourceFile(at)) return false;
    at = at.parent;
  }
  const { moduleSpecifier } = at;
  return syntax.isStringLiteral(moduleSpecifier) && pathModules.has(moduleSpecifier.text.replace(/^node:/, ''));
}

/** `list.slice()`, `text.concat()` */
export function isPlainCopy(call: ts.CallExpression): boolean {
  return call.arguments.length === 0 && ['concat', 'slice'].includes(calledName(call) ?? '');
}

/** What a call only copies, and how deep: `structuredClone(args)`, `Array.from(list)`, `JSON.parse(JSON.stringify(args))`. */
export function copiedByCall(
  call: ts.CallExpression,
): { readonly of: ts.Expression; readonly isDeep: boolean } | undefined {
  const [first] = call.arguments;
  const callee = syntax.withoutAssertions(call.expression);
  if (syntax.isPropertyAccessExpression(callee) && isPlainCopy(call)) return { of: callee.expression, isDeep: false };
  if (!first) return undefined;
  if (isGlobalNamed(callee, 'structuredClone')) return { of: first, isDeep: true };
  if (isCallOn(call, 'Array', ['from']) && call.arguments.length === 1) return { of: first, isDeep: false };
  const inner = syntax.withoutAssertions(first);
  const isText = syntax.isCallExpression(inner) && isCallOn(inner, 'JSON', ['stringify']);
  const [of] = isText && inner.arguments.length === 1 ? inner.arguments : [];
  return of && isCallOn(call, 'JSON', ['parse']) ? { of, isDeep: true } : undefined;
}

/** What a call gives back as the same object: `Object.freeze(args)`, `list.reverse()`. */
export function returnedByCall(call: ts.CallExpression): ts.Expression | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  if (isCallOn(call, 'Object', ['freeze', 'preventExtensions', 'seal'])) return call.arguments[0];
  const isChaining = syntax.isPropertyAccessExpression(callee) && chainingMethods.has(callee.name.text);
  return isChaining ? callee.expression : undefined;
}

/** Whether a call is of one of these functions of a global object. */
export function isCallOn(call: ts.CallExpression, owner: string, methods: readonly string[]): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  return (
    syntax.isPropertyAccessExpression(callee) &&
    methods.includes(callee.name.text) &&
    isGlobalNamed(callee.expression, owner)
  );
}

function isGlobalNamed(expression: ts.Expression, name: string): boolean {
  return syntax.isIdentifier(expression) && expression.text === name && isGlobalName(expression);
}
