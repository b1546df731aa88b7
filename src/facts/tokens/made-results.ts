import { testedBy } from '../../program/control/conditions.ts';
import { branchesOf } from '../../program/control/control.ts';
import { argumentFor, valueOf } from '../../program/values/functions.ts';
import { anywhere, contains, returnedBy } from '../../program/values/nodes.ts';
import type { Brands, GenericResult, GenericResults, HeldBrands, ts } from '../../type-utils/index.ts';
import { bindingNamedBy, bindingOf, calledName, compilerOf, isGlobalName, syntax } from '../../type-utils/index.ts';
import { globalNameOf } from './forgery-sites.ts';
import { isParsed, isStated, type MadeData, madeDataOf } from './made-data.ts';
import { rebuiltBy } from './rebuilt.ts';

/** How many functions hand what they copy on to another one, at most. */
const MAX_DEPTH = 3;
/** How a function makes its result where no token can come out: only by its type, or as an object of its own. */
export type Making = 'asserted' | 'built';

/**
 * Which calls give a token, or what has one in it, by nothing but the type that their caller states: the result of the
 * function is a type parameter of its own, and it reads, asserts or copies what it returns.
 */
export class MadeResults {
  readonly #program: ts.Program;
  readonly #brands: Brands;
  readonly #held: HeldBrands;
  readonly #generic: GenericResults;

  constructor(program: ts.Program, brands: Brands, held: HeldBrands, generic: GenericResults) {
    this.#program = program;
    this.#brands = brands;
    this.#held = held;
    this.#generic = generic;
  }

  /**
   * How a call makes its value.
   *
   * @param value the call, or what waits for it
   * @param isExpected whether a token is expected in its place
   */
  of(call: ts.CallExpression, value: ts.Expression, isExpected: boolean): Making | undefined {
    const fn = compilerOf(this.#program).functionCalledBy(call)?.fn;
    const isNamed = call.typeArguments?.some((type) => this.#held.isHeldByTypeNode(type)) === true;
    const share = this.#brands.shareOf(value);
    const isOne = share === 'all';
    const isToken = isNamed || isOne || isExpected || (fn !== undefined && this.#held.isHeldBy(value));
    if (!isToken && share === 'none') return undefined;
    const result = this.#generic.of(call);
    if (isToken && result && !result.isTaken && this.#isFree(result, fn)) return 'asserted';
    if (!fn) return undefined;
    const returned = returnedBy(fn).flatMap(optionsOf);
    if (this.#generic.isOpen(call) && returned.some((each) => isParsed(each, this.#program))) return 'built';
    if (!isToken || !isOpen(fn)) return undefined;
    if (result && isOne && this.#isPartAsserted(fn)) return 'asserted';
    return returned.some((each) => this.#isMadeAnew(each, fn, call)) ? 'built' : undefined;
  }

  /** A list without a body to look into is of the caller's type if it is waited for: one that is made at once is empty. */
  #isFree({ isList, isPromised }: GenericResult, fn: syntax.FunctionLike | undefined): boolean {
    if (!isList) return true;
    return fn ? returnedBy(fn).some((each) => isStated(each) || isParsed(each, this.#program)) : isPromised;
  }

  /** `partial as T`: what may have a part of the properties, for all of it. */
  #isPartAsserted(fn: syntax.FunctionLike): boolean {
    return returnedBy(fn).some((each) => {
      const binding = isStated(each) ? bindingNamedBy(each) : undefined;
      return binding && syntax.isParameter(binding) && binding.type && this.#generic.isMapped(binding.type);
    });
  }

  /** Whether what is returned is a copy of an argument that is a token, or has one in it. */
  #isMadeAnew(returned: ts.Expression, fn: syntax.FunctionLike, call: ts.CallExpression): boolean {
    return this.#copiesIn(returned, fn).some(({ of, isDeep }) =>
      of.some((copied) => {
        const given = argumentNamedBy(copied, fn, call);
        return given && (this.#brands.shareOf(given) === 'all' || (isDeep && this.#held.isHeldBy(given)));
      }),
    );
  }

  /** What a function copies for its result, itself or by another function that it calls for that. */
  #copiesIn(returned: ts.Expression, fn: syntax.FunctionLike, depth = 0): readonly MadeData[] {
    const made = madeDataOf(returned, this.#program) ?? rebuiltBy(returned, fn);
    if (made) return this.#isSparing(returned, made) ? [] : [made];
    const inner = depth < MAX_DEPTH ? delegatedTo(returned, fn, this.#program) : undefined;
    if (!inner) return [];
    return returnedBy(inner.fn)
      .flatMap(optionsOf)
      .flatMap((each) => this.#copiesIn(each, inner.fn, depth + 1))
      .map(({ of, isDeep }) => ({
        of: of.flatMap((copied) => argumentNamedBy(copied, inner.fn, inner.call) ?? []),
        isDeep,
      }));
  }

  /** Whether the function tests what it copies by a call or by `instanceof`: it may leave out what is a token. */
  #isSparing(returned: ts.Expression, { of }: MadeData): boolean {
    const roots = new Set(of.flatMap((copied) => bindingNamedBy(copied) ?? []));
    const isRead = (node: ts.Node): boolean => {
      const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
      return binding !== undefined && roots.has(binding);
    };
    const isTest = (node: ts.Node): boolean =>
      (syntax.isCallExpression(node) || isInstanceTest(node)) && !isOfOthers(node) && contains(node, isRead, anywhere);
    return branchesOf(returned, this.#program).some((branch) => contains(testedBy(branch), isTest, anywhere));
  }
}

/** Whether the function leaves its type to its caller or to the compiler: what it states as a token is checked inside of it. */
function isOpen({ type, typeParameters }: syntax.FunctionLike): boolean {
  return type === undefined || typeParameters !== undefined;
}

/** The argument that an expression of a function stands for. */
function argumentNamedBy(
  expression: ts.Expression,
  fn: syntax.FunctionLike,
  call: ts.CallExpression,
): ts.Expression | undefined {
  const binding = bindingNamedBy(expression);
  const parameter = fn.parameters.find((each) => each === binding);
  return parameter && argumentFor(parameter, call);
}

function isInstanceTest(node: ts.Node): node is ts.BinaryExpression {
  return syntax.isBinaryExpression(node) && node.operatorToken.kind === syntax.SyntaxKind.InstanceOfKeyword;
}

/** Whether a test is for what no token is: `Array.isArray(value)`, `value instanceof Date`, and `seen.has(value)`. */
function isOfOthers(test: ts.Node): boolean {
  if (isInstanceTest(test)) return syntax.isIdentifier(test.right) && isGlobalName(test.right);
  if (!syntax.isCallExpression(test)) return false;
  return globalNameOf(test) === 'Array.isArray' || ['get', 'has'].includes(calledName(test) ?? '');
}

/** What a function returns that another one of the program makes of what it is given. */
function delegatedTo(
  returned: ts.Expression,
  fn: syntax.FunctionLike,
  program: ts.Program,
): { readonly call: ts.CallExpression; readonly fn: syntax.FunctionLike } | undefined {
  const call = syntax.withoutAssertions(returned);
  const called = syntax.isCallExpression(call) ? compilerOf(program).functionCalledBy(call)?.fn : undefined;
  return called && called !== fn && syntax.isCallExpression(call) ? { call, fn: called } : undefined;
}

/** The expressions of which a condition picks what is returned: `text ? JSON.parse(text) : initial`. */
function optionsOf(returned: ts.Expression): readonly ts.Expression[] {
  const value = valueOf(returned);
  if (syntax.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse].flatMap(optionsOf);
  const isChoice = syntax.isBinaryExpression(value) && syntax.isFallback(value);
  return isChoice ? [value.left, value.right].flatMap(optionsOf) : [returned];
}
