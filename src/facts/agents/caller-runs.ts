import { memo } from '../../memo.ts';
import type { AgentModel, Place, RunModel } from '../../models/agents/agent-sdk.ts';
import { MAX_SIZE } from '../../program/values/budget.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import { functionsAround, isOnlyCalled } from '../../program/values/functions.ts';
import type { ObjectValue, OpaqueResult } from '../../program/values/values.ts';
import type { ts } from '../../type-utils/index.ts';
import type { GuardingParts } from './guarding-parts.ts';
import { guardsAt } from './tools.ts';
import { type GuardJudge, type Judgement, mayStop } from './guards.ts';
import type { Found } from './matcher.ts';
import { asModelled, eitherOf, isOpenAt, mayDifferAt } from './merged-runs.ts';

type Model = Found<AgentModel | RunModel>;

/** What makes or runs an agent, by the calls of the functions around it. */
export class CallerRuns {
  readonly #program: ts.Program;
  readonly #evaluator: Evaluator;
  readonly #judge: GuardJudge;
  readonly #partsOf: (made: OpaqueResult, found: Model) => GuardingParts;
  /** What stands for some of the runs that make an agent, with these. */
  readonly #merged = new WeakMap<OpaqueResult, readonly OpaqueResult[]>();

  constructor(
    program: ts.Program,
    evaluator: Evaluator,
    judge: GuardJudge,
    partsOf: (made: OpaqueResult, found: Model) => GuardingParts,
  ) {
    this.#program = program;
    this.#evaluator = evaluator;
    this.#judge = judge;
    this.#partsOf = partsOf;
  }

  /** What makes an agent, in each other run of the functions around it that the program has. */
  readonly othersMaking = memo((made: OpaqueResult | ObjectValue): readonly OpaqueResult[] => {
    if (made.kind !== 'made' || this.#merged.has(made)) return [];
    const runs = this.#evaluator.valuesOf(made.call, made.call.arguments, true).filter((run) => run !== made);
    return runs.flatMap((run) => (run.kind === 'made' ? [asModelled(run)] : []));
  });

  /** The same, where no other call of the functions around it can be: undefined where there may be more, or too many. */
  allMaking(made: OpaqueResult | ObjectValue): readonly OpaqueResult[] | undefined {
    const around = functionsAround(made.node);
    if (around.length === 0 || !around.every((fn) => isOnlyCalled(fn, this.#program))) return undefined;
    const runs = this.othersMaking(made);
    return runs.length > 0 && runs.length < MAX_SIZE ? runs : undefined;
  }

  /**
   * What makes an agent of which the callers decide how it is guarded, or which tools of the SDK it may use: what it is by those
   * that give it no guard, if any do, or else by all of them, where it is known what each gives.
   */
  making(made: OpaqueResult, found: Found<AgentModel>): OpaqueResult {
    const own = asModelled(made);
    const isOpen = this.#mayDiffer(own, found);
    if (!isOpen && !mayDifferAt(own, found.model.tools)) return made;
    const runs = this.othersMaking(made);
    const unguarded = runs.filter((run) => !this.#outcomesIn(run, found).some(mayStop));
    // Tools that come from a run have the guards of that run, where it has other ones.
    if (!isOpen && unguarded.length === runs.length) return made;
    const isAllKnown = unguarded.length === 0 && !runs.some((run) => isOpenAt(run, placesOf(found)));
    const [first, ...others] = isAllKnown ? runs : unguarded;
    if (!first) return made;
    const merged = eitherOf(first, others);
    this.#merged.set(merged, [first, ...others]);
    return merged;
  }

  /** The runs that what makes an agent stands for, one by one. */
  within(made: OpaqueResult | ObjectValue): readonly (OpaqueResult | ObjectValue)[] {
    return (made.kind === 'made' ? this.#merged.get(made) : undefined) ?? [made];
  }

  /** What runs an agent: by each caller, where these decide how the run is guarded. */
  runsOf(run: OpaqueResult, found: Found<RunModel>): readonly OpaqueResult[] {
    const runs = this.#mayDiffer(run, found) ? this.othersMaking(run) : [];
    return runs.length > 0 ? runs : [run];
  }

  #mayDiffer(made: OpaqueResult, found: Model): boolean {
    return mayDifferAt(made, placesOf(found)) || this.#partsOf(made, found).isUnknown;
  }

  /** What the guards do that an agent, or a run, is given. */
  #outcomesIn(made: OpaqueResult, found: Model): readonly Pick<Judgement, 'outcome'>[] {
    const { guards, isUnknown } = this.#partsOf(made, found);
    const own = guardsAt(made, found.model.guards);
    const outcomes = [...own, ...guards].map((given) => this.#judge.judge(given, undefined));
    return isUnknown ? [...outcomes, { outcome: 'unknown' }] : outcomes;
  }
}

/** Where the guards of an agent or a run stand, and what allows the tools of the SDK. */
function placesOf({ model }: Model): readonly (Place | undefined)[] {
  const { allowed, denied, mode, tools } = ('builtIn' in model ? model.builtIn : undefined) ?? {};
  return [...(model.guards?.map(({ at }) => at) ?? []), allowed, denied, mode, tools];
}
