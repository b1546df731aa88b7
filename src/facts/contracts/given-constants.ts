import { memo } from '../../memo.ts';
import { type Discriminant, discriminantsAt, mayLeadThere } from '../../program/effects/discriminants.ts';
import { type Narrowing, narrowingOf } from '../../program/effects/narrowing.ts';
import { firstWordOf, textsIn } from '../../program/effects/texts.ts';
import { type Evaluator, plainEvaluatorOf } from '../../program/values/evaluator.ts';
import { writtenIn } from '../../program/values/functions.ts';
import { compilerOf, syntax, type ts } from '../../type-utils/index.ts';

/** The texts and booleans that a function is given by one call, by the place of the parameter, as their first words. */
export interface GivenConstants {
  readonly fn: syntax.FunctionLike;
  readonly words: ReadonlyMap<number, string>;
}

/** One for all that is followed in a program. */
export const constantBranchesOf = memo((program: ts.Program) => new ConstantBranches(program));

/** Finds out which branches of a function a call does not come to, by the constants that it gives. */
export class ConstantBranches {
  readonly #evaluator: Evaluator;
  readonly #narrowing: Narrowing;
  readonly #mayBeBoolean: (node: ts.Node) => boolean;
  readonly #branches = new Map<ts.Node, Map<ts.Node, readonly Discriminant[]>>();

  constructor(program: ts.Program) {
    const compiler = compilerOf(program);
    this.#evaluator = plainEvaluatorOf(program);
    this.#narrowing = narrowingOf(program);
    this.#mayBeBoolean = (node) => compiler.mayBeBoolean(node, false);
  }

  /** The constants that a call gives to a function, in one that was given some itself. Undefined where there are none. */
  givenBy(
    call: ts.CallExpression,
    fn: syntax.FunctionLike,
    around: GivenConstants | undefined,
  ): GivenConstants | undefined {
    const spread = call.arguments.findIndex((each) => syntax.isSpreadElement(each));
    const plain = spread < 0 ? call.arguments : call.arguments.slice(0, spread);
    const words = new Map<number, string>();
    for (const [index, argument] of plain.entries()) {
      const parameter = fn.parameters[index];
      const isKept = parameter && !parameter.dotDotDotToken && !writtenIn(fn.getSourceFile()).has(parameter);
      const word = isKept ? this.#wordOf(argument, around) : undefined;
      if (word !== undefined) words.set(index, word);
    }
    return words.size > 0 ? { fn, words } : undefined;
  }

  #wordOf(argument: ts.Expression, around: GivenConstants | undefined): string | undefined {
    const { texts, parts, unknown } = textsIn(this.#evaluator.valueOf(argument));
    const [text, part] = [texts[0], parts[0]];
    if (texts.length + parts.length !== 1 || unknown.length > 0) return undefined;
    if (text !== undefined) return firstWordOf(text);
    return part?.fn === around?.fn && part?.path.length === 0 ? around?.words.get(part.index) : undefined;
  }

  /** Whether a node of a function may run where it is given these. */
  mayRun(node: ts.Node, given: GivenConstants): boolean {
    return this.#branchesAt(node, given.fn).every((each) => isMet(each, given));
  }

  #branchesAt(node: ts.Node, fn: ts.Node): readonly Discriminant[] {
    const known = this.#branches.get(fn) ?? new Map<ts.Node, readonly Discriminant[]>();
    this.#branches.set(fn, known);
    const found = known.get(node) ?? discriminantsAt(node, fn, this.#evaluator, this.#narrowing, this.#mayBeBoolean);
    known.set(node, found);
    return found;
  }
}

function isMet(discriminant: Discriminant, given: GivenConstants): boolean {
  const { texts, parts, unknown } = discriminant.texts;
  const [part, ...others] = parts;
  if (!part || texts.length + others.length + unknown.length > 0) return true;
  const word = part.fn === given.fn && part.path.length === 0 ? given.words.get(part.index) : undefined;
  return word === undefined || mayLeadThere(discriminant, word);
}
