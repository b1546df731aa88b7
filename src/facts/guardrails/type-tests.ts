import { anywhere, contains } from '../../program/values/nodes.ts';
import { isNot } from '../../program/control/conditions.ts';
import { valueOf } from '../../program/values/functions.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  constantInitializerOf,
  isGlobalName,
  isInside,
  syntax,
} from '../../type-utils/index.ts';
import { type Call, isCall } from '../agents/matcher.ts';

/** Packages that say whether arguments are of the right form, which is no decision. */
export const validating = new Set([
  'zod',
  'valibot',
  'ajv',
  'arktype',
  'joi',
  'yup',
  'superstruct',
  'typebox',
  '@sinclair/typebox',
]);

/** Functions and methods of the language of which the result says nothing but what a value is, or is made of. */
const inspecting = new Set(
  'Boolean Error Number String TypeError debug entries error every getPrototypeOf hasOwn hasOwnProperty isArray isFinite isInteger isNaN isSafeInteger keys log parse some stringify toString trim values warn'.split(
    ' ',
  ),
);

const untyped = /^(?:any|object|unknown|\{\}|Record<string, (?:any|unknown)>)$/;

/** How many constants are looked through. */
const MAX_DEPTH = 4;

/**
 * Which functions and conditions test nothing but the type of a value, or that it is there: `typeof`, `instanceof`, `in`,
 * comparisons with `undefined` and `null`, the truth of what is no boolean, and calls of functions that do only this. What
 * may test anything else is no type test: a type predicate may be that of a list of allowed names.
 */
export class TypeTests {
  readonly #program: ts.Program;
  /** Those that are being looked at. */
  readonly #open = new Set<syntax.FunctionLike>();

  constructor(program: ts.Program) {
    this.#program = program;
  }

  /** Whether a function only tests the type of what it is given, and returns that outcome, or a part of what it is given. */
  readonly isTypeTest = memo((fn: syntax.FunctionLike): boolean => {
    if (!fn.body || syntax.isGenerator(fn) || this.#open.has(fn)) return false;
    this.#open.add(fn);
    const isOfParameter = (node: ts.Node): boolean => {
      const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
      return binding !== undefined && fn.parameters.some((each) => isInside(binding, each));
    };
    const isTest = contains(fn.body, isOfParameter) && this.#isPlain(fn.body, fn);
    this.#open.delete(fn);
    return isTest;
  });

  /** Whether a condition tests what is in it for its type or presence, so that it is no decision unless a part of it is. */
  testsPresence(condition: ts.Node, depth = 0): boolean {
    if (!syntax.isExpression(condition) || depth > MAX_DEPTH) return false;
    // Which clause runs is decided by the value.
    if (syntax.isSwitchStatement(syntax.parentOf(condition))) return false;
    const node = valueOf(condition);
    const isInner = (part: ts.Node): boolean => this.testsPresence(part, depth + 1);
    if (isCall(node)) return true;
    if (isNot(node)) return isInner(node.operand);
    if (syntax.isBinaryExpression(node)) {
      if (syntax.isLogical(node)) return isInner(node.left) && isInner(node.right);
      if (isOfType(node)) return true;
      return syntax.equalityOf(node) !== undefined && isTruthValue(node.right) && isInner(node.left);
    }
    if (!compilerOf(this.#program).mayBeBoolean(node)) return true;
    const initializer = syntax.isIdentifier(node) ? constantInitializerOf(node) : undefined;
    return initializer !== undefined && isInner(initializer);
  }

  /** Whether a part of a function decides by types alone. `isTruthTested`: its truth may be what the function returns. */
  #isPlain(node: ts.Node, fn: syntax.FunctionLike, isTruthTested = true): boolean {
    const isPlain = (inner: ts.Node, isTested = true): boolean => this.#isPlain(inner, fn, isTested);
    if (syntax.isTypeNode(node) || syntax.isThrowStatement(node)) return true;
    if (node.kind === syntax.SyntaxKind.ThisKeyword || syntax.isSwitchStatement(node) || syntax.isYieldExpression(node))
      return false;
    if (syntax.isExpression(node) && syntax.withoutAssertions(node) !== node)
      return isPlain(syntax.withoutAssertions(node), isTruthTested && this.#mayBeTrue(node, fn));
    if (syntax.isTypeOfExpression(node)) return isPlain(node.expression, false);
    if (syntax.isBinaryExpression(node)) return this.#isPlainOperation(node, fn);
    if (isCall(node)) return this.#isPlainCall(node, fn);
    if (syntax.isIdentifier(node)) {
      const binding = bindingOf(node);
      if (!binding) return isGlobalName(node);
      if (!isInside(binding, fn)) return false;
      return syntax.isVariableDeclaration(binding) || !isTruthTested || !this.#mayBeTrue(node, fn);
    }
    if (syntax.isAccess(node)) {
      const whole = syntax.isIdentifier(node.expression) ? constantInitializerOf(node.expression) : node.expression;
      const made = whole && valueOf(whole);
      // `schema.safeParse(value).success`
      if (made && isCall(made) && this.#isValidating(made)) return isPlain(made);
      if (isTruthTested && this.#mayBeTrue(node, fn)) return false;
      const isNamed = syntax.isPropertyAccessExpression(node) || syntax.isLiteralExpression(node.argumentExpression);
      return isNamed && isPlain(node.expression, false);
    }
    if (syntax.isPropertyAssignment(node)) return isPlain(node.initializer);
    if (syntax.isBindingElement(node)) return !node.initializer && !this.#mayBeTrue(node.name, fn);
    if (syntax.isVariableDeclaration(node) && syntax.isIdentifier(node.name))
      return !node.initializer || isPlain(node.initializer);
    if (syntax.isParameter(node)) return true;
    return !syntax.forEachChild(node, (child) => !isPlain(child) || undefined);
  }

  #isPlainOperation(node: ts.BinaryExpression, fn: syntax.FunctionLike): boolean {
    const { left, right, operatorToken } = node;
    const isPlain = (inner: ts.Node, isTested = true): boolean => this.#isPlain(inner, fn, isTested);
    if (syntax.isLogical(node) || syntax.isPlainAssignment(node)) return isPlain(left) && isPlain(right);
    if (operatorToken.kind === syntax.SyntaxKind.InstanceOfKeyword) return isPlain(left, false);
    // `name in policies` looks up what is said of a tool.
    if (operatorToken.kind === syntax.SyntaxKind.InKeyword) return isPlain(left, false) && isPlain(right, false);
    if (isOfType(node)) return [left, right].every((side) => isPlain(side, false));
    return isMark(left, right, fn) || isMark(right, left, fn);
  }

  #isPlainCall(call: Call, fn: syntax.FunctionLike): boolean {
    const compiler = compilerOf(this.#program);
    const callee = syntax.withoutAssertions(call.expression);
    const name = calledName(call) ?? '';
    const isTested = name === 'Boolean';
    const given = call.arguments ?? [];
    if (!given.every((each) => this.#isPlain(each, fn, isTested || syntax.isFunctionLike(each)))) return false;
    const called = syntax.isCallExpression(call) ? compiler.functionNamedBy(callee) : undefined;
    if (called) return this.isTypeTest(called) && (syntax.isIdentifier(callee) || this.#isPlain(callee, fn, false));
    if (this.#isValidating(call)) return true;
    if (compiler.resultOfCall(call).isPlatform)
      return (
        inspecting.has(name) &&
        // `keys.every((key) => key in value)`
        (name === 'every' || name === 'some' || syntax.isIdentifier(callee) || this.#isPlain(callee, fn, false))
      );
    return syntax.isCallExpression(call) && compiler.narrows(call);
  }

  #isValidating(call: Call): boolean {
    return validating.has(compilerOf(this.#program).resultOfCall(call).package ?? '');
  }

  /** Whether a value may be a boolean; of `any`, in a type predicate, the truth is that it is there. */
  #mayBeTrue(node: ts.Node, fn: syntax.FunctionLike): boolean {
    return compilerOf(this.#program).mayBeBoolean(node, !isPredicate(fn));
  }
}

/** `typeof a === 'string'`, `a === undefined`, `a instanceof B`, `'c' in a`. */
function isOfType(node: ts.BinaryExpression): boolean {
  const { kind } = node.operatorToken;
  if (kind === syntax.SyntaxKind.InstanceOfKeyword) return true;
  if (kind === syntax.SyntaxKind.InKeyword) return syntax.isStringLiteralLike(syntax.withoutAssertions(node.left));
  const isSide = (side: ts.Expression): boolean =>
    syntax.isNullishLiteral(side) || syntax.isTypeOfExpression(syntax.withoutAssertions(side));
  return syntax.equalityOf(node) !== undefined && (isSide(node.left) || isSide(node.right));
}

function isTruthValue({ kind }: ts.Node): boolean {
  return kind === syntax.SyntaxKind.TrueKeyword || kind === syntax.SyntaxKind.FalseKeyword;
}

function isPredicate({ type }: syntax.FunctionLike): boolean {
  return type !== undefined && syntax.isTypePredicate(type);
}

/** `value.kind === 'context'`, `value.length > 0` in a type predicate of what has no type before: which form it has. */
function isMark(side: ts.Expression, other: ts.Expression, fn: syntax.FunctionLike): boolean {
  const literal = syntax.withoutAssertions(other);
  if (!isPredicate(fn) || !(syntax.isStringLiteralLike(literal) || syntax.isNumericLiteral(literal))) return false;
  let root = syntax.withoutAssertions(side);
  if (!syntax.isAccess(root) || contains(root, isCall, anywhere)) return false;
  while (syntax.isAccess(root)) {
    root = syntax.withoutAssertions(root.expression);
    const initializer = syntax.isIdentifier(root) ? constantInitializerOf(root) : undefined;
    if (initializer) root = syntax.withoutAssertions(initializer);
  }
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  return (
    binding !== undefined &&
    syntax.isParameter(binding) &&
    binding.parent === fn &&
    (!binding.type || untyped.test(binding.type.getText()))
  );
}
