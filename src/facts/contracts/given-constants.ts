import { memo } from '../../memo.ts';
import {
  type Discriminant,
  discriminantsAt,
  type Exclusion,
  exclusionsAt,
  mayLeadThere,
} from '../../program/effects/discriminants.ts';
import { type Narrowing, narrowingOf } from '../../program/effects/narrowing.ts';
import { firstWordOf, type Texts, textsIn } from '../../program/effects/texts.ts';
import { type Evaluator, plainEvaluatorOf } from '../../program/values/evaluator.ts';
import { writtenIn } from '../../program/values/functions.ts';
import { type FunctionRun, type ParameterPart, textIn } from '../../program/values/values.ts';
import { type Compiler, compilerOf, syntax, type ts } from '../../type-utils/index.ts';

/** The texts and booleans that a function is given by one call, by the place of the parameter. */
export interface GivenConstants {
  readonly fn: syntax.FunctionLike;
  readonly texts: ReadonlyMap<number, string>;
  /** The run that made the function: what functions around it were given. */
  readonly madeIn?: FunctionRun | undefined;
}

/** What a node runs under. */
interface Branches {
  readonly discriminants: readonly Discriminant[];
  readonly exclusions: readonly Exclusion[];
}

/** One for all that is followed in a program. */
export const constantBranchesOf = memo((program: ts.Program) => new ConstantBranches(program));

/** Finds out which branches of a function a call does not come to, by the constants that it gives. */
export class ConstantBranches {
  readonly #evaluator: Evaluator;
  readonly #narrowing: Narrowing;
  readonly #compiler: Compiler;
  readonly #branches = new Map<ts.Node, Map<ts.Node, Branches>>();

  constructor(program: ts.Program) {
    this.#compiler = compilerOf(program);
    this.#evaluator = plainEvaluatorOf(program);
    this.#narrowing = narrowingOf(program);
  }

  /** The constants that a call gives to a function, in one that was given some itself. Undefined where there are none. */
  givenBy(
    call: ts.CallExpression,
    fn: syntax.FunctionLike,
    around: GivenConstants | undefined,
  ): GivenConstants | undefined {
    const spread = call.arguments.findIndex((each) => syntax.isSpreadElement(each));
    const plain = spread < 0 ? call.arguments : call.arguments.slice(0, spread);
    const texts = new Map<number, string>();
    for (const [index, argument] of plain.entries()) {
      const parameter = fn.parameters[index];
      const isKept = parameter && !parameter.dotDotDotToken && !writtenIn(fn.getSourceFile()).has(parameter);
      const text = isKept ? this.#textOf(argument, around) : undefined;
      if (text !== undefined) texts.set(index, text);
    }
    return texts.size > 0 ? { fn, texts, madeIn: around?.madeIn } : undefined;
  }

  #textOf(argument: ts.Expression, around: GivenConstants | undefined): string | undefined {
    const { texts, parts, unknown } = textsIn(this.#evaluator.valueOf(argument));
    const [text, part] = [texts[0], parts[0]];
    if (texts.length + parts.length !== 1 || unknown.length > 0) return undefined;
    if (text !== undefined) return text;
    return part && around ? givenAs(part, around) : undefined;
  }

  /** Whether a node of a function may run where it is given these. */
  mayRun(node: ts.Node, given: GivenConstants): boolean {
    const { discriminants, exclusions } = this.#branchesAt(node, given.fn);
    const isMet = (discriminant: Discriminant): boolean => {
      const word = firstWordOf(givenTo(discriminant.texts, given) ?? '');
      return word === undefined || mayLeadThere(discriminant, word);
    };
    // A boolean has the same text as a word.
    const isExcluded = ({ texts, label }: Exclusion): boolean =>
      !['true', 'false'].includes(label) && givenTo(texts, given) === label;
    return discriminants.every(isMet) && !exclusions.some(isExcluded);
  }

  #branchesAt(node: ts.Node, fn: ts.Node): Branches {
    const known = this.#branches.get(fn) ?? new Map<ts.Node, Branches>();
    this.#branches.set(fn, known);
    const found = known.get(node) ?? {
      discriminants: discriminantsAt(node, fn, this.#evaluator, this.#narrowing, this.#compiler),
      exclusions: exclusionsAt(node, fn, this.#evaluator),
    };
    known.set(node, found);
    return found;
  }
}

/** What a text is that is one parameter and nothing else. */
function givenTo({ texts, parts, unknown }: Texts, given: GivenConstants): string | undefined {
  const [part, ...others] = parts;
  return part && texts.length + others.length + unknown.length === 0 ? givenAs(part, given) : undefined;
}

function givenAs({ fn, index, path }: ParameterPart, { fn: own, texts, madeIn }: GivenConstants): string | undefined {
  if (path.length > 0) return undefined;
  if (fn === own) return texts.get(index);
  const parameter = fn.parameters[index];
  const isKept = parameter && !writtenIn(fn.getSourceFile()).has(parameter);
  return isKept ? textIn(madeIn?.around(fn, index)) : undefined;
}
