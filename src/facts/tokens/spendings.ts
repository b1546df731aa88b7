import type { TokenModel } from '../../models/tokens/token-model.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  Brands,
  bindingOf,
  callsIn,
  compilerOf,
  filesReaching,
  patternHolderOf,
  syntax,
} from '../../type-utils/index.ts';
import { propertyIn } from '../../program/lifetimes/owners.ts';
import { wrappedCallsOf } from '../../program/lifetimes/wrapped-functions.ts';
import { branchesOf } from '../../program/control/control.ts';
import { testedBy } from '../../program/control/conditions.ts';
import { namedDeclarationOf } from '../../program/values/functions.ts';
import { anywhere, contains } from '../../program/values/nodes.ts';
import { TokenCalls } from './calls.ts';
import { isWritten, type Place, sourceOf, sourceOfPlace } from './places.ts';

type Call = ts.CallExpression | ts.NewExpression;

/** A call that spends a token: one that the model names, or one of a function that spends what it is given. */
export interface Spending {
  readonly call: Call;
  /** Where the token comes from. */
  readonly token: Place;
  /** The call makes a function that spends it: `spend.bind(undefined, token)`. */
  readonly isBound: boolean;
  /** What makes the call spend it several times, if anything does. */
  readonly repeatedBy?: ts.Node | undefined;
}

/** A part of a parameter. */
interface Part {
  readonly index: number;
  readonly path: Place['path'];
}

/** The functions of a program that spend a token which they are given, and the names they are called by. */
interface Spenders {
  readonly parts: ReadonlyMap<syntax.FunctionLike, readonly Part[]>;
  readonly names: ReadonlySet<string>;
}

/** How many functions hand a token on to the one that spends it, at most. */
const MAX_STEPS = 3;

/** The calls of a file that spend tokens of known origin. */
export function spendingsIn(file: ts.SourceFile, program: ts.Program, model: TokenModel): readonly Spending[] {
  const spenders = spendersIn(program, model);
  return [
    ...directIn(program, model, file),
    ...indirectIn(file, program, spenders),
    ...wrappedIn(file, program, spenders),
  ];
}

const directIn = memo((program: ts.Program, model: TokenModel, file: ts.SourceFile): readonly Spending[] => {
  const { calls, brands } = toolsOf(program, model);
  return calls.spendsIn(file).flatMap(({ call, token: given }): readonly Spending[] => {
    // What stands where a token would may be a marker that any number of calls may carry.
    if (brands.shareOf(syntax.withoutAssertions(given)) !== 'all') return [];
    const token = sourceOf(given);
    return token ? [{ call, token, isBound: false }] : [];
  });
});

/** Brands: only of what the model names. What else carries the brand may be spent any number of times. */
const toolsOf = memo((program: ts.Program, model: TokenModel) => ({
  calls: new TokenCalls(program, [model]),
  brands: new Brands(program, model.types, []),
}));

function indirectIn(file: ts.SourceFile, program: ts.Program, { parts, names }: Spenders): readonly Spending[] {
  if (names.size === 0) return [];
  const spent = callsIn(file, (name) => names.has(name))
    .filter(syntax.isCallExpression)
    .flatMap((call) => {
      const fn = compilerOf(program).functionCalledBy(call)?.fn;
      return spendingsBy(call, call.arguments, (fn && parts.get(fn)) ?? [], false);
    });
  const bound = callsIn(file, (name) => name === 'bind')
    .filter(syntax.isCallExpression)
    .flatMap((call) => {
      const { expression } = call;
      const isNamed =
        syntax.isPropertyAccessExpression(expression) &&
        names.has(syntax.lastNameOf(expression.expression)?.text ?? '');
      const fn = isNamed ? compilerOf(program).functionNamedBy(expression.expression) : undefined;
      return spendingsBy(call, call.arguments.slice(1), (fn && parts.get(fn)) ?? [], true);
    });
  return [...spent, ...bound];
}

/** Of functions that are written as the argument of a wrapper: `const charge = withRetry((token: Token) => spend(token))`. */
function wrappedIn(file: ts.SourceFile, program: ts.Program, { parts }: Spenders): readonly Spending[] {
  return [...parts].flatMap(([fn, own]) =>
    wrappedCallsOf(fn, program)
      .filter(({ call }) => call.getSourceFile() === file)
      .flatMap(({ call, repeatedBy }) =>
        spendingsBy(call, call.arguments, own, false).map((spending) => ({ ...spending, repeatedBy })),
      ),
  );
}

function spendingsBy(
  call: ts.CallExpression,
  given: readonly ts.Expression[],
  parts: readonly Part[],
  isBound: boolean,
): readonly Spending[] {
  return parts.flatMap(({ index, path }) => {
    const isCounted = !given.slice(0, index + 1).some(syntax.isSpreadElement);
    const token = isCounted ? partOf(given[index], path) : undefined;
    return token ? [{ call, token, isBound }] : [];
  });
}

/** What a part of an argument comes from. */
function partOf(argument: ts.Expression | undefined, path: Place['path']): Place | undefined {
  const value = argument && syntax.withoutAssertions(argument);
  const [key, ...rest] = path;
  if (value && key !== undefined && syntax.isObjectLiteralExpression(value))
    return partOf(propertyIn(value, key), rest);
  const whole = value && sourceOf(value);
  return whole && sourceOfPlace({ root: whole.root, path: [...whole.path, ...path] });
}

const spendersIn = memo((program: ts.Program, model: TokenModel): Spenders => {
  const refs = [...model.types, ...model.mints.map(({ callee }) => callee)];
  const files = [...filesReaching(program, refs)].filter((file) => !file.isDeclarationFile);
  const parts = new Map<syntax.FunctionLike, Part[]>();
  let found = files.flatMap((file) => directIn(program, model, file));
  for (let step = 0; step < MAX_STEPS && found.length > 0; step++) {
    const added = found.filter((spending) => !spending.isBound && addPart(parts, spending, program));
    const spenders = { parts, names: namesOf(parts) };
    found = added.length > 0 ? files.flatMap((file) => indirectIn(file, program, spenders)) : [];
  }
  return { parts, names: namesOf(parts) };
});

/** Adds that a function always spends what it is given, if it does. Whether that is new. */
function addPart(parts: Map<syntax.FunctionLike, Part[]>, { call, token }: Spending, program: ts.Program): boolean {
  const parameter = patternHolderOf(token.root);
  if (!syntax.isParameter(parameter) || parameter.dotDotDotToken || isWritten(token)) return false;
  const fn = parameter.parent;
  if (!syntax.isFunctionLike(fn)) return false;
  const key = token.root === parameter ? [] : keyOf(token.root);
  const isAlways =
    syntax.containerOf(call) === fn && branchesOf(call, program).every((each) => isOf(testedBy(each), token.root));
  if (!key || !isAlways) return false;
  const part = { index: fn.parameters.indexOf(parameter), path: [...key, ...token.path] };
  const known = parts.get(fn) ?? [];
  if (known.some(({ index, path }) => index === part.index && path.join() === part.path.join())) return false;
  parts.set(fn, [...known, part]);
  return true;
}

/** The key that an element of a parameter's pattern takes. */
function keyOf(element: ts.Node): readonly string[] | undefined {
  if (!syntax.isBindingElement(element) || !syntax.isParameter(element.parent.parent)) return undefined;
  const key = element.propertyName ?? element.name;
  const isKnown = syntax.isObjectBindingPattern(element.parent) && !element.dotDotDotToken && syntax.isIdentifier(key);
  return isKnown ? [key.text] : undefined;
}

/** Whether a condition tests the token itself: whether there is one. */
function isOf(condition: ts.Expression, token: ts.Node): boolean {
  return contains(condition, (node) => syntax.isIdentifier(node) && bindingOf(node) === token, anywhere);
}

function namesOf(parts: ReadonlyMap<syntax.FunctionLike, unknown>): ReadonlySet<string> {
  return new Set([...parts.keys()].flatMap((fn) => namedDeclarationOf(fn)?.name?.getText() ?? []));
}
