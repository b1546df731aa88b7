import {
  bindingNamedBy,
  bindingOf,
  calledBinding,
  calledName,
  compilerOf,
  isInside,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { isReplacement, valueOf } from '../../program/values/functions.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';

type Call = ts.CallExpression | ts.NewExpression;

/** Where the result of a callback is kept by the function or the class that is given it. */
export interface KeptResult {
  /** What it is assigned or added to. */
  readonly target: ts.Expression;
  /** How long that lives: as long as the module, or as what the call gives or is made on. */
  readonly lives: 'module' | 'receiver' | 'result';
}

/** Methods of containers that keep what they are given. */
export const storingMethods: ReadonlySet<string> = new Set('add append enqueue push set unshift'.split(' '));
/** How many variables and promises lie between the call of a callback and what keeps its result, at most. */
const MAX_DEPTH = 4;

/** Where a function or class of the program keeps what one of its arguments, a function, gives it. */
export function keptResultOf(call: Call, argument: ts.Expression, program: ts.Program): KeptResult | undefined {
  const index = call.arguments?.indexOf(argument) ?? -1;
  const fn = syntax.isCallExpression(call)
    ? compilerOf(program).functionCalledBy(call)?.fn
    : compilerOf(program).classConstructedBy(call)?.members.find(syntax.isConstructorDeclaration);
  const parameter = fn?.parameters[index];
  if (!fn || !parameter || parameter.dotDotDotToken || !syntax.isIdentifier(parameter.name)) return undefined;
  return new ResultSearch(fn, parameter).kept();
}

class ResultSearch {
  readonly #fn: syntax.FunctionLike;
  readonly #parameter: ts.ParameterDeclaration;
  /** Of a constructor: the field that has the callback. */
  readonly #field: string | undefined;

  constructor(fn: syntax.FunctionLike, parameter: ts.ParameterDeclaration) {
    this.#fn = fn;
    this.#parameter = parameter;
    this.#field = syntax.isConstructorDeclaration(fn) ? fieldOf(parameter, fn) : undefined;
  }

  kept(): KeptResult | undefined {
    const whole = this.#field === undefined ? this.#fn : this.#fn.parent;
    for (const node of nodesIn(whole, isStoring, anywhere)) {
      const [target, values] = storedBy(node);
      const lives = target && values.some((value) => this.#isResult(value)) ? this.#lifeOf(target) : undefined;
      const isKept = syntax.isCallExpression(node) || (target && isGivenBack(node, target, whole));
      if (target && lives && isKept) return { target, lives };
    }
    return undefined;
  }

  /** Whether an expression is what the callback gives, a promise of that, or an object with it. */
  #isResult(expression: ts.Expression, depth = 0): boolean {
    const value = valueOf(expression);
    if (depth > MAX_DEPTH) return false;
    const isAlso = (each: ts.Expression): boolean => this.#isResult(each, depth + 1);
    if (syntax.isObjectLiteralExpression(value))
      return value.properties.some(
        (property) =>
          (syntax.isShorthandPropertyAssignment(property) && isAlso(property.name)) ||
          (syntax.isPropertyAssignment(property) && isAlso(property.initializer)),
      );
    if (syntax.isIdentifier(value)) {
      const binding = bindingOf(value);
      const initializer = binding && syntax.isVariableDeclaration(binding) ? binding.initializer : undefined;
      return initializer !== undefined && isAlso(initializer);
    }
    return syntax.isCallExpression(value) && (this.#isCallOfIt(value) || isPromiseOf(value, isAlso));
  }

  #isCallOfIt(call: ts.CallExpression): boolean {
    if (calledBinding(call) === this.#parameter) return true;
    const callee = syntax.withoutAssertions(call.expression);
    return (
      this.#field !== undefined &&
      syntax.isPropertyAccessExpression(callee) &&
      callee.expression.kind === syntax.SyntaxKind.ThisKeyword &&
      callee.name.text === this.#field
    );
  }

  #lifeOf(target: ts.Expression): KeptResult['lives'] | undefined {
    const root = syntax.rootOf(target);
    if (root.kind === syntax.SyntaxKind.ThisKeyword)
      return syntax.isConstructorDeclaration(this.#fn) ? 'result' : 'receiver';
    const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
    if (!binding) return undefined;
    const home = syntax.containerOf(binding);
    if (syntax.isSourceFile(home)) return 'module';
    return home === this.#fn && syntax.containerOf(target) !== home ? 'result' : undefined;
  }
}

/** The field that a parameter of a constructor is put into. */
function fieldOf(parameter: ts.ParameterDeclaration, fn: syntax.FunctionLike): string | undefined {
  if (syntax.isParameterPropertyDeclaration(parameter, fn)) return parameter.name.getText();
  const assignment =
    fn.body && nodesIn(fn.body, syntax.isPlainAssignment).find(({ right }) => bindingNamedBy(right) === parameter);
  return assignment && syntax.isPropertyAccessExpression(assignment.left) ? assignment.left.name.text : undefined;
}

/** A promise of the same: `made.finally(…)`, and `made.catch(…)` where the handler throws again. */
function isPromiseOf(call: ts.CallExpression, isIt: (promise: ts.Expression) => boolean): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  if (!syntax.isPropertyAccessExpression(callee)) return false;
  const [handler] = call.arguments;
  const isSame =
    callee.name.text === 'finally' ||
    (callee.name.text === 'catch' && handler !== undefined && contains(handler, syntax.isThrowStatement, anywhere));
  return isSame && isIt(callee.expression);
}

/** Whether what is assigned to a variable or a field is given back by a later call, and not only waited for. */
function isGivenBack(store: ts.Node, target: ts.Expression, whole: ts.Node): boolean {
  const name = syntax.lastNameOf(target)?.text;
  const isRead = (node: ts.Node): node is ts.Identifier =>
    (syntax.isIdentifier(node) || syntax.isPrivateIdentifier(node)) && node.text === name && !isInside(node, target);
  return isReturned(store) || nodesIn(whole, isRead, anywhere).some(isReturned);
}

function isReturned(node: ts.Node): boolean {
  const { parent } = node;
  if (syntax.isReturnStatement(parent) || syntax.isArrowFunction(parent)) return true;
  if (syntax.isVariableDeclaration(parent)) return parent.initializer === node;
  const isPart =
    syntax.isPropertyAccessExpression(parent) ||
    syntax.isConditionalExpression(parent) ||
    syntax.isBinaryExpression(parent);
  const isAround = syntax.isAwaitExpression(parent) || isWrapping(parent);
  return (isPart || isAround) && isReturned(parent);
}

/** `(value)`, `value!`, `value as T` */
function isWrapping(node: ts.Node): boolean {
  return (
    syntax.isParenthesizedExpression(node) ||
    syntax.isAsExpression(node) ||
    node.kind === syntax.SyntaxKind.NonNullExpression
  );
}

function isStoring(node: ts.Node): node is ts.BinaryExpression | ts.CallExpression {
  if (syntax.isBinaryExpression(node)) return isReplacement(node);
  return syntax.isCallExpression(node) && storingMethods.has(calledName(node) ?? '');
}

/** What keeps values, and the values. */
function storedBy(
  node: ts.BinaryExpression | ts.CallExpression,
): readonly [target: ts.Expression | undefined, values: readonly ts.Expression[]] {
  if (syntax.isBinaryExpression(node)) return [node.left, [node.right]];
  const callee = syntax.withoutAssertions(node.expression);
  return [syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined, node.arguments];
}
