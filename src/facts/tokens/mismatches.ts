import type { CallSubject, TokenModel } from '../../models/tokens/token-model.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isConstant, isInside, syntax } from '../../type-utils/index.ts';
import { type Evaluator, plainEvaluatorOf } from '../../program/values/evaluator.ts';
import { valueOf } from '../../program/values/functions.ts';
import { optionsOf, type Value } from '../../program/values/values.ts';
import { type Mint, type Spend, TokenCalls } from './calls.ts';
import { Differences } from './arguments/differences.ts';
import { picksOf } from './arguments/picks.ts';
import { isCallOn } from './arguments/known-calls.ts';

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
      const mints = this.#calls.mintsOf(originOf(spend.token)) ?? [];
      // Of several that may have made it, one may be the right one.
      const found = mints.map((mint) => this.#compare(mint, spend, mints.length === 1));
      const [first] = found;
      return first && found.every((each) => each !== undefined) ? [first] : [];
    });
  }

  /** @param isAny whether one of several values that the call may be given is enough */
  #compare(mint: Mint, spend: Spend, isAny: boolean): Mismatch | undefined {
    if (mint.model !== spend.model) return undefined;
    return (
      this.#otherTool(mint, spend, isAny) ??
      this.#otherAgent(mint, spend, isAny) ??
      this.#otherArguments(mint, spend, isAny)
    );
  }

  #otherTool(mint: Mint, spend: Spend, isAny: boolean): Mismatch | undefined {
    const minted = partOf(mint, 'tool');
    const node = partOf(spend, 'tool');
    if (!minted || !node) return undefined;
    if (!this.#mayDiffer(minted, node, spend, isAny)) return undefined;
    return { kind: 'otherTool', spend, mint, node, minted, change: undefined };
  }

  #otherAgent(mint: Mint, spend: Spend, isAny: boolean): Mismatch | undefined {
    const node = partOf(spend, 'agent');
    const minted = this.#agentOf(mint);
    if (!node || !minted || !this.#mayDiffer(minted, node, spend, isAny)) return undefined;
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

  /** Whether a call is given something else than the token was minted for, or, if one is enough, whether one of two picks is. */
  #mayDiffer(minted: ts.Expression, given: ts.Expression, spend: Spend, isAny: boolean): boolean {
    const options = isAny ? picksOf(given, spend, this.#program) : [given];
    return options.some((option) => this.#areDifferent(minted, option, spend.model));
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

  #otherArguments(mint: Mint, spend: Spend, isAny: boolean): Mismatch | undefined {
    const minted = partOf(mint, 'args');
    const given = partOf(spend, 'args');
    if (!minted || !given) return undefined;
    const calls = { mint: mint.call, spend: spend.call };
    const found = new Differences(calls, this.#program, isAny).between(minted, given);
    if (!found) return undefined;
    const { change } = found;
    const other: Mismatch = { kind: 'otherArguments', spend, mint, node: given, minted, change: undefined };
    if (!change || change.pos < mint.call.end) return other;
    return { ...other, kind: 'changedArguments', node: isInside(found.node, given) ? found.node : given, change };
  }
}

function partOf({ rule, call }: Mint | Spend, part: keyof CallSubject): ts.Expression | undefined {
  const index = rule[part];
  return typeof index === 'number' ? call.arguments?.[index] : undefined;
}

/** The expression that a token comes from, where several are waited for together: `[a, b] = await Promise.all([…])`. */
function originOf(token: ts.Expression): ts.Expression {
  const name = syntax.withoutAssertions(token);
  const binding = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  if (!binding || !syntax.isBindingElement(binding) || !syntax.isArrayBindingPattern(binding.parent)) return token;
  const { parent: pattern } = binding;
  const all = syntax.isVariableDeclaration(pattern.parent) && isConstant(pattern.parent) && pattern.parent.initializer;
  const call = all ? valueOf(all) : undefined;
  if (!call || !syntax.isCallExpression(call) || !isCallOn(call, 'Promise', ['all'])) return token;
  const [list] = call.arguments;
  const elements = list && syntax.isArrayLiteralExpression(list) ? list.elements : [];
  return elements.some(syntax.isSpreadElement) ? token : (elements[pattern.elements.indexOf(binding)] ?? token);
}
