import type { CallSubject, TokenModel } from '../../models/tokens/token-model.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, scopeOf, syntax } from '../../type-utils/index.ts';
import { type Evaluator, plainEvaluatorOf } from '../../program/values/evaluator.ts';
import { anywhere, contains } from '../../program/values/nodes.ts';
import { elementAt, isWrittenOut, optionsOf, propertyOf, type Value } from '../../program/values/values.ts';
import { type Mint, type Spend, TokenCalls } from './calls.ts';
import { changeBetween, changesOf } from './changes.ts';
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

/** Finds the tokens of a file that are spent on another tool, agent or other arguments than they were minted for. */
export class TokenComparison {
  readonly #program: ts.Program;
  readonly #calls: TokenCalls;
  readonly #evaluator: Evaluator;

  constructor(program: ts.Program, models: readonly TokenModel[]) {
    this.#program = program;
    this.#calls = new TokenCalls(program, models);
    this.#evaluator = plainEvaluatorOf(program);
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
    if (!minted || !node || !this.#areDifferent(minted, node, spend.model)) return undefined;
    return { kind: 'otherTool', spend, mint, node, minted, change: undefined };
  }

  #otherAgent(mint: Mint, spend: Spend): Mismatch | undefined {
    const node = partOf(spend, 'agent');
    const minted = this.#agentOf(mint);
    if (!node || !minted || !this.#areDifferent(minted, node, spend.model)) return undefined;
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
  #areDifferent(a: ts.Expression, b: ts.Expression, model: TokenModel): boolean {
    const [left, right] = [a, b].map((each) => this.#makersOf(this.#evaluator.valueOf(each), model));
    if (!left || !right) return false;
    return [...left].every((each) => !right.has(each));
  }

  /** The calls that made a value, each of a function that makes another one each time. Undefined: not all are known. */
  #makersOf(value: Value, { makers = [] }: TokenModel): ReadonlySet<ts.Node> | undefined {
    const options = optionsOf(value);
    const calls = options.flatMap((option) =>
      option.kind === 'made' && makers.some((callee) => this.#calls.isCallOf(option.call, callee)) ? [option.call] : [],
    );
    return calls.length === options.length ? new Set<ts.Node>(calls) : undefined;
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
    const [before, after] = [minted, node].map((each) => this.#writtenOut(each));
    if (before && after) return !mayBeEqual(before, after);
    if (isChangedCopy(node, minted) || isChangedCopy(minted, node)) return true;
    // Two parameters: neither is made of the other.
    const [left, right] = [minted, node].map((each) => parameterOf(each));
    return left !== undefined && right !== undefined && left !== right && areUnrelated(left, right);
  }

  /** A value that is written out, and that nothing changes later. */
  #writtenOut(expression: ts.Expression): Value | undefined {
    const value = this.#evaluator.valueOf(expression);
    if (!isWrittenOut(value)) return undefined;
    const place = placeOf(expression);
    return place && changesOf(place, scopeOf(place.root), this.#program).length > 0 ? undefined : value;
  }
}

function partOf({ rule, call }: Mint | Spend, part: keyof CallSubject): ts.Expression | undefined {
  const index = rule[part];
  return typeof index === 'number' ? call.arguments?.[index] : undefined;
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
  if (!syntax.isPropertyAssignment(property) || isUndefined(property.initializer)) return false;
  const isOfOriginal = (node: ts.Node): boolean =>
    syntax.isIdentifier(node) && rootOf(node) !== undefined && rootOf(node) === rootOf(original);
  return !contains(property.initializer, isOfOriginal, anywhere);
}

/** JSON leaves it out. */
function isUndefined(node: ts.Expression): boolean {
  return syntax.isIdentifier(node) && node.text === 'undefined';
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

/** Two parameters of one function that it does not compare with each other. */
function areUnrelated(left: ts.ParameterDeclaration, right: ts.ParameterDeclaration): boolean {
  const isOneOf = (node: ts.Expression): boolean => [left, right].some((each) => parameterOf(node) === each);
  const isComparison = (node: ts.Node): boolean =>
    syntax.isBinaryExpression(node)
      ? isOneOf(node.left) && isOneOf(node.right)
      : syntax.isCallExpression(node) && node.arguments.filter(isOneOf).length > 1;
  return left.parent === right.parent && !contains(left.parent, isComparison);
}

/** Whether two values that are written out can be equal, as JSON has it: `undefined` is left out. */
function mayBeEqual(a: Value, b: Value): boolean {
  return optionsOf(a).some((left) => optionsOf(b).some((right) => areEqual(left, right)));
}

function areEqual(a: Value, b: Value): boolean {
  if (a.kind === 'literal' && b.kind === 'literal') return a.value === b.value;
  if (a.kind === 'list' && b.kind === 'list')
    return (
      a.elements.length === b.elements.length && a.elements.every((each, i) => mayBeEqual(each(), elementAt(b, i)))
    );
  if (a.kind !== 'object' || b.kind !== 'object') return false;
  return [...new Set([...a.properties.keys(), ...b.properties.keys()])].every((key) =>
    mayBeEqual(propertyOf(a, key), propertyOf(b, key)),
  );
}
