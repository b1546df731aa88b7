import type { TokenModel } from '../../models/tokens/token-model.ts';
import { syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import type { Misuse } from '../sessions/session-facts.ts';
import { sessionFactsOf } from '../sessions/sessions.ts';
import { mayMisuseTokens } from './calls.ts';
import { isExpectedToBeRefused } from './expected.ts';
import { forgeriesIn, type Forgery } from './forgeries.ts';
import { type Overuse, overusesIn } from './lifetimes.ts';
import { type Mismatch, TokenComparison } from './mismatches.ts';
import { tokenProtocolsOf } from './protocol.ts';

/** What is wrong with the guardrail tokens of a program; without what a test expects to be refused. */
export class TokenAnalysis {
  readonly models: readonly TokenModel[];
  readonly #program: ts.Program;
  readonly #agents: () => AgentFacts;

  constructor(program: ts.Program, models: readonly TokenModel[], agents: () => AgentFacts) {
    this.#program = program;
    this.models = models;
    this.#agents = agents;
  }

  /** What is taken for a token and comes from no guardrail, one for each place. */
  forgeriesIn(file: ts.SourceFile): readonly Forgery[] {
    const byPlace = new Map<ts.Node, Forgery>();
    // What is taken for several kinds of tokens is one mistake.
    for (const forgery of forgeriesIn(file, this.#program, this.models))
      if (!byPlace.has(forgery.node) && !isExpectedToBeRefused(forgery.node, this.#program))
        byPlace.set(forgery.node, forgery);
    return [...byPlace.values()];
  }

  /** Tokens that are spent on something else than they were minted for. */
  mismatchesIn(file: ts.SourceFile): readonly Mismatch[] {
    if (!this.#mayMisuse(file)) return [];
    return new TokenComparison(this.#program, this.models)
      .in(file)
      .filter(({ spend }) => !isExpectedToBeRefused(spend.call, this.#program));
  }

  /** Tokens that are spent twice, as far as the order of calls in a function shows it. */
  misusesIn(file: ts.SourceFile): readonly Misuse[] {
    if (!this.#mayMisuse(file)) return [];
    const { misuses } = sessionFactsOf(file, this.#program, tokenProtocolsOf(this.models));
    return misuses.filter((misuse) => isCertainEnough(misuse) && !isExpectedToBeRefused(misuse.node, this.#program));
  }

  /** Tokens that are kept, shared, or spent by calls that run several times. */
  overusesIn(file: ts.SourceFile): readonly Overuse[] {
    if (!this.#mayMisuse(file)) return [];
    return overusesIn(file, this.#agents(), this.models).filter(
      ({ node }) => !isExpectedToBeRefused(node, this.#program),
    );
  }

  #mayMisuse(file: ts.SourceFile): boolean {
    return mayMisuseTokens(file, this.#program, this.models);
  }
}

/**
 * Whether a token is spent already on some path that the function itself takes. What a function that it calls may do or
 * not do depends on what that is given.
 */
function isCertainEnough({ certainty, node, inside, witnesses }: Misuse): boolean {
  if (certainty === 'definite') return true;
  return !inside && witnesses.some((witness) => syntax.containerOf(witness.node) === syntax.containerOf(node));
}
