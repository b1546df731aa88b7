import { bindingOf, patternHolderOf, syntax, type ts } from '../../type-utils/index.ts';
import { namedDeclarationOf } from '../values/functions.ts';

/** A call that runs a function of the program, or is handed one. */
interface Step {
  readonly call: ts.Node;
  readonly to: syntax.FunctionLike | ts.ClassLikeDeclaration;
  readonly isCallback: boolean;
}

/**
 * Whether what a call runs is a parameter of a function, and a function of the program is written or named for it in each of the
 * calls that come to that one: `await work(folder)` in `inFolder`, where `inFolder(async (folder) => …)` is all that is called.
 * What it does is found where it is handed on.
 */
export function runsHandedFunction(call: ts.CallExpression | ts.NewExpression, steps: readonly Step[]): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  const parameter = syntax.isIdentifier(callee) ? bindingOf(callee) : undefined;
  if (!parameter || !syntax.isParameter(parameter) || parameter.dotDotDotToken || parameter.initializer) return false;
  const fn = parameter.parent;
  const index = fn.parameters.indexOf(parameter);
  const callers = steps.filter(({ to }) => to === fn);
  return callers.length > 0 && callers.every((caller) => !caller.isCallback && handsFunction(caller, index, steps));
}

function handsFunction({ call }: Step, index: number, steps: readonly Step[]): boolean {
  const given = syntax.isCallOrNew(call) ? (call.arguments ?? []) : undefined;
  if (!given || given.slice(0, index + 1).some(syntax.isSpreadElement)) return false;
  const argument = given[index];
  if (!argument) return true;
  const reference = syntax.withoutAssertions(argument);
  if (syntax.isFunctionLike(reference)) return true;
  const name = syntax.lastNameOf(reference)?.text;
  return steps.some((step) => step.isCallback && step.call === call && nameOf(step) === name);
}

function nameOf({ to }: Step): string | undefined {
  return syntax.isClassLike(to) ? undefined : namedDeclarationOf(to)?.name?.getText();
}

/**
 * Whether a function inside another is run by it, as far as the place shows: it is called on the spot, handed to a call or
 * assigned to a property. One that a variable holds runs where the variable is called, and one that is returned runs later.
 */
export function isRunInPlace(fn: syntax.FunctionLike): boolean {
  if (syntax.isFunctionDeclaration(fn) || syntax.isConstructorDeclaration(fn)) return false;
  let node: ts.Node = fn;
  for (;;) {
    const { parent } = node;
    if (syntax.isCallOrNew(parent)) return true;
    if (syntax.isBinaryExpression(parent) && parent.operatorToken.kind === syntax.SyntaxKind.EqualsToken)
      return syntax.isPropertyAccessExpression(parent.left);
    const isPart =
      syntax.parentOf(node) !== parent ||
      syntax.isPropertyAssignment(parent) ||
      syntax.isObjectLiteralExpression(parent) ||
      syntax.isArrayLiteralExpression(parent) ||
      syntax.isConditionalExpression(parent) ||
      syntax.isBinaryExpression(parent) ||
      syntax.isSpreadElement(parent) ||
      syntax.isSpreadAssignment(parent);
    if (!isPart) return false;
    node = parent;
  }
}

/** What runs the function that it is given first. */
export const callbackTakers: ReadonlySet<string> = new Set(
  'every filter find findIndex findLast flatMap forEach map reduce some then catch finally setImmediate setInterval setTimeout queueMicrotask'.split(
    ' ',
  ),
);

/** Methods of functions that call them, or give them on. */
export const bindingMethods: ReadonlySet<string> = new Set(['apply', 'bind', 'call']);

/** Whether a variable is declared in the head of a `for … of` that the function is made in. */
export function isOfLoopAround(callee: ts.Node, declaration: ts.Node): boolean {
  const node = patternHolderOf(declaration);
  return syntax.isForOfStatement(node.parent.parent) && syntax.containerOf(node) !== syntax.containerOf(callee);
}

/** `import('node:fs')`: what is taken out of it counts where it is called. */
export function isImport({ expression, arguments: given }: ts.CallExpression | ts.NewExpression): boolean {
  const module = given?.[0];
  return (
    expression.kind === syntax.SyntaxKind.ImportKeyword && module !== undefined && syntax.isStringLiteralLike(module)
  );
}
