import { memo } from '../../memo.ts';
import { addTo } from '../../multimap.ts';
import {
  bindingNamedBy,
  bindingOf,
  calledName,
  constantInitializerOf,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { partsOf } from '../control/conditions.ts';
import { conditionsOf } from '../control/control.ts';
import { argumentFor, writtenIn } from '../values/functions.ts';
import { textOfKey } from '../values/nodes.ts';
import { type Effect, reachedFrom, type Runnable, type Step, stepsOf } from './effects.ts';

/** What is known of a value as it is written: a constant, or that it is something true. */
type Written = { readonly constant: boolean | number | string | null | undefined } | 'something';

/** Through how many constants a value is followed. */
const MAX_NAMES = 8;

/**
 * Whether what a function comes to may come to an effect, by what its calls give: `setGoal({ text })` does not come to what is
 * behind `if (!goal)`. Only conditions on parameters count that are never assigned again, and only where each call that may
 * run the function gives a constant, or something that is made in its place: nothing that happens in between changes that.
 */
export function mayBeReached({ path, frames }: Effect, program: ts.Program): boolean {
  const [root] = frames;
  return frames.every(({ fn }, index) => {
    const call = path[index];
    const isGiven = index > 0 && syntax.isFunctionLike(fn) && fn.parameters.length > 0;
    const conditions = isGiven && call ? (conditionsOf(call, program) ?? []) : [];
    const tested = conditions.flatMap((condition) => partsOf(condition)).filter(({ part }) => namesParameter(part, fn));
    const runs = root && tested.length > 0 ? (callsFrom(program, root.fn).get(fn) ?? []) : [];
    const isRuledOut = (part: ts.Expression, value: boolean | undefined): boolean =>
      value !== undefined && runs.length > 0 && runs.every((run) => truthAt(part, fn, run) === !value);
    return !tested.some(({ part, value }) => isRuledOut(part, value));
  });
}

/** The calls in all that a function comes to, by what they run. */
const callsFrom = memo((program: ts.Program, root: Runnable): ReadonlyMap<Runnable, readonly Step[]> => {
  const calls = new Map<Runnable, Step[]>();
  for (const fn of reachedFrom(root, program)) for (const step of stepsOf(fn, program)) addTo(calls, step.to, step);
  return calls;
});

function namesParameter(part: ts.Expression, fn: Runnable): boolean {
  const node = syntax.withoutAssertions(part);
  const names = syntax.isBinaryExpression(node) ? [node.left, node.right] : [node];
  return names.some((name) => {
    const binding = bindingNamedBy(name);
    return binding !== undefined && ownerOf(binding) === fn;
  });
}

/** The function of a parameter, or of what its pattern takes out of it. */
function ownerOf(binding: ts.Node): ts.Node | undefined {
  const holder = syntax.isBindingElement(binding) ? binding.parent.parent : binding;
  return syntax.isParameter(holder) ? holder.parent : undefined;
}

/** Whether a condition holds in a function where a call runs it. */
function truthAt(part: ts.Expression, fn: Runnable, run: Step): boolean | undefined {
  const node = syntax.withoutAssertions(part);
  if (!syntax.isBinaryExpression(node)) {
    const written = givenFor(node, fn, run);
    return written && (written === 'something' || Boolean(written.constant));
  }
  const isEqual = syntax.equalityOf(node);
  const [one, other] = [node.left, node.right].map((side) => givenFor(side, fn, run));
  if (isEqual === undefined || !one || !other) return undefined;
  const constants = [one, other].flatMap((each) => (each === 'something' ? [] : [each.constant]));
  const [first, second] = constants;
  if (constants.length === 1) return isNothing(first) ? !isEqual : undefined;
  if (constants.length === 0 || (isNothing(first) && isNothing(second) && first !== second)) return undefined;
  return (first === second) === isEqual;
}

function isNothing(constant: unknown): boolean {
  return constant === undefined || constant === null;
}

/** What an expression in a function is where a call runs it, as far as that is written. */
function givenFor(expression: ts.Expression, fn: Runnable, { call, isCallback }: Step): Written | undefined {
  const binding = bindingNamedBy(expression);
  if (!binding || ownerOf(binding) !== fn) return writtenAt(expression);
  const isPlain =
    syntax.isCallExpression(call) &&
    !/^(?:apply|bind|call)$/.test(calledName(call) ?? '') &&
    !call.arguments.some(syntax.isSpreadElement);
  if (!isPlain || isCallback || writtenIn(fn.getSourceFile()).has(binding)) return undefined;
  if (syntax.isParameter(binding))
    return binding.dotDotDotToken ? undefined : orDefault(argumentFor(binding, call), binding.initializer);
  const parameter = syntax.isBindingElement(binding) ? binding.parent.parent : undefined;
  if (!parameter || !syntax.isParameter(parameter) || !syntax.isBindingElement(binding)) return undefined;
  const key = binding.propertyName ?? binding.name;
  const whole = argumentFor(parameter, call) ?? parameter.initializer;
  const object = whole && syntax.withoutAssertions(whole);
  if (binding.dotDotDotToken || !syntax.isIdentifier(key) || !object || !syntax.isObjectLiteralExpression(object))
    return undefined;
  const { properties } = object;
  const keys = properties.map(({ name }) => name && textOfKey(name));
  // A spread, or a key that is not known, may bring it.
  if (keys.includes(undefined)) return undefined;
  const property = properties[keys.lastIndexOf(key.text)];
  const given = property && valueOf(property);
  return property && !given ? undefined : orDefault(given, binding.initializer);
}

function valueOf(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (syntax.isPropertyAssignment(property)) return property.initializer;
  return syntax.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

/** What is given, or the default in its place where that is nothing, or `undefined`. */
function orDefault(given: ts.Expression | undefined, initializer: ts.Expression | undefined): Written | undefined {
  const written = given ? writtenAt(given) : ({ constant: undefined } as const);
  const isMissing = written !== undefined && written !== 'something' && written.constant === undefined;
  return isMissing && initializer ? writtenAt(initializer) : written;
}

function writtenAt(expression: ts.Expression, names = 0): Written | undefined {
  const node = syntax.withoutAssertions(expression);
  if (syntax.isStringLiteralLike(node)) return { constant: node.text };
  if (syntax.isNumericLiteral(node)) return { constant: Number(node.text) };
  switch (node.kind) {
    case syntax.SyntaxKind.TrueKeyword:
      return { constant: true };
    case syntax.SyntaxKind.FalseKeyword:
      return { constant: false };
    case syntax.SyntaxKind.NullKeyword:
      return { constant: null };
    default:
  }
  if (syntax.isIdentifier(node)) {
    if (node.text === 'undefined' && !bindingOf(node)) return { constant: undefined };
    const initializer = names < MAX_NAMES ? constantInitializerOf(node) : undefined;
    return initializer && writtenAt(initializer, names + 1);
  }
  const isMade =
    syntax.isObjectLiteralExpression(node) ||
    syntax.isArrayLiteralExpression(node) ||
    syntax.isFunctionValue(node) ||
    syntax.isNewExpression(node);
  return isMade ? 'something' : undefined;
}
