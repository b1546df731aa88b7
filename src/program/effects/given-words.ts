import { MODEL_TEXT } from '../../models/effects/effect.ts';
import { constantValueOf, syntax, type ts } from '../../type-utils/index.ts';
import { argumentFor } from '../values/functions.ts';
import { type GivenPart, maybe, MISSING, type Texts } from './texts.ts';

/** A call, and the function that it runs. */
interface Step {
  readonly call: ts.Node;
  readonly to: ts.Node;
}

/** The words of all that a call may give, and {@link MISSING} where it leaves that out, and gives nothing else that has no words. */
export function wordsOfAll(
  { missing, mayBeOther }: Texts,
  step: Step,
  words: readonly (readonly string[])[],
): readonly string[] {
  const isLeftOut = missing.length > 0 && missing.every((node) => isLeftOutBy(step, node));
  const isKnown = !mayBeOther && words.every((each) => each.length > 0);
  return [...words.flat(), ...(isLeftOut && isKnown ? [MISSING] : [])];
}

/**
 * Whether a call leaves something out: as an argument, or in a literal that it is given and nothing else has, also by default.
 * `purge(dir)`, `purge(dir, {})`, `purge(dir, undefined)`; an object may get a property under another name, or in its constructor.
 */
function isLeftOutBy({ call, to }: Step, node: ts.Node): boolean {
  if (node === call) return true;
  if (syntax.isNewExpression(node)) return false;
  for (let at = node.parent; ; at = at.parent) {
    if (at === call || (syntax.isParameter(at) && at.parent === to)) return true;
    if (!isOfLiteral(at)) return false;
  }
}

/** What a literal may stand in for it to be given as it is: `{ options: isDry ? undefined : {} }`. */
function isOfLiteral(node: ts.Node): boolean {
  return (
    syntax.isObjectLiteralExpression(node) ||
    syntax.isPropertyAssignment(node) ||
    syntax.isConditionalExpression(node) ||
    syntax.isParenthesizedExpression(node) ||
    syntax.isAsExpression(node) ||
    syntax.isSatisfiesExpression(node)
  );
}

/** Those of some words that a value may have by what else is known of it: for sure the only one, and what the model may choose. */
export function wordsAmong(all: readonly string[], narrowed: readonly string[]): readonly string[] {
  const [only, ...others] = narrowed;
  if ((only !== undefined && others.length === 0) || all.includes(MODEL_TEXT)) return narrowed;
  return narrowed.map((word) => (all.includes(word) ? word : maybe(word)));
}

/**
 * Whether the default of a parameter may come in the place of an object that a call gives, of which a part is wanted: what is
 * given is neither written to be there nor left out.
 */
export function mayTakeDefault({ fn, index, path }: GivenPart, call: ts.CallExpression | ts.NewExpression): boolean {
  const parameter = fn.parameters[index];
  if (path.length === 0 || !parameter?.initializer || !syntax.isIdentifier(parameter.name)) return false;
  const isWritten = (node: ts.Expression): boolean => {
    const value = constantValueOf(node);
    if (syntax.isConditionalExpression(value)) return isWritten(value.whenTrue) && isWritten(value.whenFalse);
    return syntax.isObjectLiteralExpression(value) || syntax.isNullishLiteral(value);
  };
  const argument = argumentFor(parameter, call);
  return argument ? !isWritten(argument) : call.arguments?.some(syntax.isSpreadElement) === true;
}
