import type { CallSubject, TokenModel } from '../../models/tokens/token-model.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isConstant, isInside, syntax } from '../../type-utils/index.ts';
import { type Evaluator, plainEvaluatorOf } from '../../program/values/evaluator.ts';
import { valueOf } from '../../program/values/functions.ts';
import { optionsOf } from '../../program/values/values.ts';
import { type Mint, type Spend, TokenCalls } from './calls.ts';
import { Differences } from './arguments/differences.ts';
import { picksOf } from './arguments/picks.ts';
import { isCallOn } from './arguments/known-calls.ts';
import { SubjectComparison } from './subjects.ts';

/** A token that is spent on something else than what the guardrail was asked about. */
export interface Mismatch {
  readonly kind: 'changedArguments' | 'otherAgent' | 'otherArguments' | 'otherTool' | 'replaced';
  readonly spend: Spend;
  readonly mint: Mint;
  /** What the call is given instead, or given after it was changed. */
  readonly node: ts.Expression;
  /** What the token was minted for, where that is an expression. */
  readonly minted: ts.Expression | undefined;
  /** What changes the arguments in between, or puts another tool or agent in the place of the one that was. */
  readonly change: ts.Node | undefined;
}

/** Finds the tokens of a file that are spent on another tool, agent or other arguments than they were minted for. */
export class TokenComparison {
  readonly #program: ts.Program;
  readonly #calls: TokenCalls;
  readonly #evaluator: Evaluator;
  readonly #subjects: SubjectComparison;

  constructor(program: ts.Program, models: readonly TokenModel[]) {
    this.#program = program;
    this.#calls = new TokenCalls(program, models);
    this.#subjects = new SubjectComparison(program, this.#calls);
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
    if (this.#mayDiffer(minted, node, spend, isAny) || this.#subjects.haveOtherKeys(minted, node, mint, spend))
      return { kind: 'otherTool', spend, mint, node, minted, change: undefined };
    return this.#replaced(minted, node, mint, spend);
  }

  #otherAgent(mint: Mint, spend: Spend, isAny: boolean): Mismatch | undefined {
    const node = partOf(spend, 'agent');
    if (!node) return undefined;
    const minted = this.#agentOf(mint);
    if (minted && this.#mayDiffer(minted, node, spend, isAny))
      return { kind: 'otherAgent', spend, mint, node, minted, change: undefined };
    const owner = mint.rule.agent === 'receiver' ? receiverOf(mint) : minted;
    if (owner && this.#subjects.haveOtherKeys(owner, node, mint, spend))
      return { kind: 'otherAgent', spend, mint, node, minted: owner, change: undefined };
    return minted && this.#replaced(minted, node, mint, spend);
  }

  /** One variable or field that both calls read, and that has another tool or agent by the second. */
  #replaced(minted: ts.Expression, node: ts.Expression, mint: Mint, spend: Spend): Mismatch | undefined {
    const change = this.#subjects.replacedBetween(minted, node, mint, spend);
    return change && { kind: 'replaced', spend, mint, node, minted, change };
  }

  /** The agent that a mint is for: an argument of it, or of what made the runner that it is called on. */
  #agentOf(mint: Mint): ts.Expression | undefined {
    const { rule, model } = mint;
    if (rule.agent !== 'receiver') return partOf(mint, 'agent');
    const receiver = receiverOf(mint);
    const made = receiver ? optionsOf(this.#evaluator.valueOf(receiver)) : [];
    const [call, ...others] = new Set(made.map((each) => (each.kind === 'made' ? each.call : undefined)));
    const owner = call && others.length === 0 && model.owners?.find((each) => this.#calls.isCallOf(call, each.callee));
    return owner ? call.arguments?.[owner.agent] : undefined;
  }

  /** Whether a call is given something else than the token was minted for, or, if one is enough, whether one of two picks is. */
  #mayDiffer(minted: ts.Expression, given: ts.Expression, spend: Spend, isAny: boolean): boolean {
    const options = isAny ? picksOf(given, spend, this.#program) : [given];
    return options.some((option) => this.#subjects.areDifferent(minted, option, spend.model));
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

/** What the method that mints is called on. */
function receiverOf({ call }: Mint): ts.Expression | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  return syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
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
