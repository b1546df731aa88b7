import type ts from 'typescript';
import type { CallSubject, TokenModel } from '../../models/tokens/token-model.ts';
import { bindingOf } from '../../type-utils/scopes.ts';
import * as syntax from '../../type-utils/syntax.ts';
import { type CallKnowledge, type Evaluator, evaluatorOf } from '../evaluator.ts';
import { isWrittenOut, optionsOf, type Value } from '../values.ts';
import { type Mint, type Spend, TokenCalls } from './calls.ts';
import { changeBetween } from './changes.ts';
import { isSamePlace, placeOf } from './places.ts';

/** A token that is spent on something else than what the guardrail was asked about. */
export interface Mismatch {
  readonly kind: 'changedArguments' | 'otherAgent' | 'otherArguments' | 'otherTool';
  readonly spend: Spend;
  readonly mint: Mint;
  /** What the call is given instead, or given after it was changed. */
  readonly node: ts.Expression;
  /** What the token was minted for, where that is an expression. */
  readonly minted: ts.Expression | undefined;
  /** What changes the arguments in between. */
  readonly change: ts.Node | undefined;
}

/** No call gives back what it is given. */
const noKnowledge: CallKnowledge = { identityOf: () => undefined };

/** The tokens of a file that are spent on another tool, agent or other arguments than they were minted for. */
export function mismatchesIn(
  file: ts.SourceFile,
  program: ts.Program,
  models: readonly TokenModel[],
): readonly Mismatch[] {
  return new Comparison(program, models).in(file);
}

class Comparison {
  readonly #program: ts.Program;
  readonly #calls: TokenCalls;
  readonly #evaluator: Evaluator;

  constructor(program: ts.Program, models: readonly TokenModel[]) {
    this.#program = program;
    this.#calls = new TokenCalls(program, models);
    this.#evaluator = evaluatorOf(program, noKnowledge);
  }

  in(file: ts.SourceFile): readonly Mismatch[] {
    return this.#calls.spendsIn(file).flatMap((spend) => {
      const mints = this.#calls.mintsOf(spend.token) ?? [];
      // Of several that may have made it, one may be the right one.
      const found = mints.map((mint) => this.#compare(mint, spend));
      const [first] = found;
      return first && found.every((each) => each !== undefined) ? [first] : [];
    });
  }

  #compare(mint: Mint, spend: Spend): Mismatch | undefined {
    if (mint.model !== spend.model) return undefined;
    return this.#otherTool(mint, spend) ?? this.#otherAgent(mint, spend) ?? this.#otherArguments(mint, spend);
  }

  #otherTool(mint: Mint, spend: Spend): Mismatch | undefined {
    const minted = partOf(mint, 'tool');
    const node = partOf(spend, 'tool');
    if (!minted || !node || !this.#areDifferent(minted, node)) return undefined;
    return { kind: 'otherTool', spend, mint, node, minted, change: undefined };
  }

  #otherAgent(mint: Mint, spend: Spend): Mismatch | undefined {
    const node = partOf(spend, 'agent');
    const minted = this.#agentOf(mint);
    if (!node || !minted || !this.#areDifferent(minted, node)) return undefined;
    return { kind: 'otherAgent', spend, mint, node, minted, change: undefined };
  }

  /** The agent that a mint is for: an argument of it, or of what made the runner that it is called on. */
  #agentOf(mint: Mint): ts.Expression | undefined {
    const { rule, call, model } = mint;
    if (rule.agent !== 'receiver') return partOf(mint, 'agent');
    const callee = syntax.withoutAssertions(call.expression);
    if (!syntax.isPropertyAccessExpression(callee)) return undefined;
    const made = this.#evaluator.valueOf(callee.expression);
    if (made.kind !== 'made') return undefined;
    const owner = model.owners?.find((each) => this.#calls.isCallOf(made.call, each.callee));
    return owner && made.call.arguments?.[owner.agent];
  }

  /** Whether two expressions are made by different calls, each by one that is known. */
  #areDifferent(a: ts.Expression, b: ts.Expression): boolean {
    const [left, right] = [a, b].map((each) => makersOf(this.#evaluator.valueOf(each)));
    if (!left || !right) return false;
    return [...left].every((each) => !right.has(each));
  }

  #otherArguments(mint: Mint, spend: Spend): Mismatch | undefined {
    const minted = partOf(mint, 'args');
    const node = partOf(spend, 'args');
    if (!minted || !node) return undefined;
    const [from, to] = [placeOf(minted), placeOf(node)];
    if (from && to && isSamePlace(from, to)) {
      const isHere = syntax.containerOf(mint.call) === syntax.containerOf(spend.call);
      const change = isHere ? changeBetween(mint.call, spend.call, to, this.#program) : undefined;
      return change && { kind: 'changedArguments', spend, mint, node, minted, change };
    }
    return this.#haveOtherValues(minted, node)
      ? { kind: 'otherArguments', spend, mint, node, minted, change: undefined }
      : undefined;
  }

  #haveOtherValues(minted: ts.Expression, node: ts.Expression): boolean {
    if (isChangedCopy(node, minted) || isChangedCopy(minted, node)) return true;
    const [before, after] = [minted, node].map((each) => this.#evaluator.valueOf(each));
    if (before && after && isWrittenOut(before) && isWrittenOut(after)) {
      const texts = optionsOf(before).map(textOf);
      return optionsOf(after).every((option) => !texts.includes(textOf(option)));
    }
    // Two parameters: neither is made of the other.
    const [left, right] = [minted, node].map((each) => parameterOf(each));
    return left !== undefined && right !== undefined && left !== right && left.parent === right.parent;
  }
}

function partOf({ rule, call }: Mint | Spend, part: keyof CallSubject): ts.Expression | undefined {
  const index = rule[part];
  return typeof index === 'number' ? call.arguments?.[index] : undefined;
}

/** The calls that made a value. Undefined: not all of them are known. */
function makersOf(value: Value): ReadonlySet<ts.Node> | undefined {
  const options = optionsOf(value);
  const makers = options.flatMap((option) => (option.kind === 'made' ? [option.call] : []));
  return makers.length === options.length ? new Set<ts.Node>(makers) : undefined;
}

/** `{ ...args, path: other }`, which differs from `args` in what it gives anew. */
function isChangedCopy(copy: ts.Expression, original: ts.Expression): boolean {
  const node = syntax.withoutAssertions(copy);
  const place = placeOf(original);
  if (!place || !syntax.isObjectLiteralExpression(node)) return false;
  const spread = node.properties.findIndex((property) => {
    const from = syntax.isSpreadAssignment(property) ? placeOf(property.expression) : undefined;
    return from !== undefined && isSamePlace(from, place);
  });
  return spread >= 0 && node.properties.slice(spread + 1).some((property) => isOwnValue(property, original));
}

/** Whether a property is given a value that does not come from the object itself. */
function isOwnValue(property: ts.ObjectLiteralElementLike, original: ts.Expression): boolean {
  if (syntax.isShorthandPropertyAssignment(property)) return rootOf(property.name) !== rootOf(original);
  if (!syntax.isPropertyAssignment(property)) return false;
  let isOwn = true;
  const visit = (node: ts.Node): void => {
    if (syntax.isIdentifier(node) && rootOf(node) !== undefined && rootOf(node) === rootOf(original)) isOwn = false;
    syntax.forEachChild(node, visit);
  };
  visit(property.initializer);
  return isOwn;
}

function rootOf(expression: ts.Expression): ts.Node | undefined {
  return placeOf(expression)?.root;
}

/** The parameter that an expression is. */
function parameterOf(expression: ts.Expression): ts.ParameterDeclaration | undefined {
  const node = syntax.withoutAssertions(expression);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding && syntax.isParameter(binding) ? binding : undefined;
}

/** A value that is written out, the same text for the same value. */
function textOf(value: Value): string {
  if (value.kind === 'literal') return value.value === undefined ? 'undefined' : JSON.stringify(value.value);
  if (value.kind === 'list') return `[${value.elements.map((element) => textOf(element())).join()}]`;
  if (value.kind === 'object')
    return `{${[...value.properties]
      .map(([key, property]) => [key, textOf(property())] as const)
      .filter(([, text]) => text !== 'undefined')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
      .join()}}`;
  return value.kind === 'choice' ? value.options.map(textOf).join('|') : '?';
}
