import { builtInSinks } from '../../models/effects/index.ts';
import type { EffectKind } from '../../models/effects/effect.ts';
import {
  builtInMethods,
  changingMethods,
  connectionMethods,
  harmlessPackages,
  loggingWords,
  methodsOfTexts,
  readingWords,
  sandboxPackages,
} from '../../models/agents/harmless.ts';
import { modelledPackages } from '../../models/packages.ts';
import type { ts } from '../../type-utils/index.ts';
import { calledName, compilerOf, syntax } from '../../type-utils/index.ts';
import {
  type Effect,
  effectsOf,
  outsideCallsOf,
  runsUnresolved,
  undecidedCallsOf,
} from '../../program/effects/effects.ts';
import { promisifiedBy } from '../../program/effects/promisified.ts';
import { actOf } from '../../program/effects/verbs.ts';
import type { LiteralValue } from '../../program/values/values.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { isGuardedOnDirectCall, invocationAt } from './invocations.ts';
import type { Call } from '../agents/matcher.ts';
import { isOwnData } from './own-data.ts';
import { effectsOfTool, type ToolFact } from '../agents/tools.ts';

/**
 * What a tool is, with what shows it: the registry and markers of the tool's author come before what its handler reaches.
 * A name alone never makes a tool sensitive.
 */
export type Sensitivity =
  | { readonly class: 'harmless' }
  /** It changes something, sends something or runs something. */
  | { readonly class: 'sensitive'; readonly effect: Effect }
  /** The SDK runs it. */
  | { readonly class: 'sensitive'; readonly does: EffectKind; readonly effect?: undefined }
  /** Its author says so. */
  | { readonly class: 'sensitive'; readonly says: LiteralValue; readonly effect?: undefined; readonly does?: undefined }
  /** What it comes to is not in the program; `call` where it is known which call that is. */
  | { readonly class: 'unknown'; readonly call?: Call };

/** Effects that need a guard whatever the author of the tool states. A tool that only sends something may be a search. */
export const changes: readonly EffectKind[] = ['write', 'delete', 'execute', 'spend'];

const noRuns: ToolFact['runs'] = new Map();
const effectPackages: ReadonlySet<string> = new Set(builtInSinks.flatMap(({ of }) => of.packages));
const idlePackages = [...harmlessPackages, ...sandboxPackages];
const idleMethods: ReadonlySet<string> = new Set(connectionMethods);
const innocentWord = new RegExp(`^_*(?:${[...readingWords, ...loggingWords].join('|')})(?![a-z])`);

/**
 * What a tool is, by what is known of it.
 *
 * @param countUnknown whether it matters what calls of unseen code may do: to find that out takes most of the time. If
 *   not, a tool that reaches nothing known is harmless
 */
export function sensitivityOf(tool: ToolFact, facts: AgentFacts, countUnknown = true): Sensitivity {
  return new SensitivityAnalysis(facts, countUnknown).of(tool);
}

/** Follows tools into those that their handlers run. */
class SensitivityAnalysis {
  readonly #facts: AgentFacts;
  readonly #countUnknown: boolean;
  readonly #entered = new Set<syntax.FunctionLike>();

  constructor(facts: AgentFacts, countUnknown: boolean) {
    this.#facts = facts;
    this.#countUnknown = countUnknown;
  }

  of(tool: ToolFact): Sensitivity {
    const { handler, hints, does, methods } = tool;
    const readOnly = hints.get('readOnlyHint');
    const destructive = hints.get('destructiveHint');
    if (readOnly?.value === true) return { class: 'harmless' };
    if (destructive?.value === true) return { class: 'sensitive', says: destructive };
    if (does) {
      const isStub =
        methods.length > 0 && methods.every((method) => this.#byHandler(method, noRuns).class === 'harmless');
      return does === 'nothing' || isStub ? { class: 'harmless' } : { class: 'sensitive', does };
    }
    if (!handler) return { class: tool.isRunElsewhere ? 'harmless' : 'unknown' };
    // `destructiveHint: false` exempts tools that only append.
    const isAdding = !effectsOfTool(tool, this.#facts.program).some(
      ({ kind }) => kind !== 'write' && changes.includes(kind),
    );
    const own: Sensitivity =
      destructive?.value === false && isAdding ? { class: 'harmless' } : this.#byHandler(handler, tool.runs);
    if (own.class === 'sensitive') return own;
    const others = tool.alternatives.map((each) => this.of(each));
    const all = [own, ...others];
    return all.find((each) => each.class === 'sensitive') ?? all.find((each) => each.class === 'unknown') ?? own;
  }

  #byHandler(handler: syntax.FunctionLike, runs: ToolFact['runs']): Sensitivity {
    const { program } = this.#facts;
    const functions = [...new Set([handler, ...runs.values()])];
    for (const fn of functions) this.#entered.add(fn);
    const effects = functions.flatMap((fn) => effectsOf(fn, program)).filter((effect) => !isUpkeep(effect));
    const change = effects.find(({ kind }) => changes.includes(kind));
    if (change) return { class: 'sensitive', effect: change };
    const outside = functions.flatMap((fn) => outsideCallsOf(fn, program)).filter((call) => !runs.has(call));
    const invoked = outside.flatMap((call) => this.#byInvocation(call));
    const first = invoked.find((each) => each.class === 'sensitive');
    if (first) return first;
    const request = effects.find(({ kind }) => kind === 'egress');
    if (request) return { class: 'sensitive', effect: request };
    if (!this.#countUnknown) return { class: 'harmless' };
    const [undecided] = functions.flatMap((fn) => undecidedCallsOf(fn, program));
    const call = undecided ?? outside.find((each) => mayAct(each, handler, program));
    if (call) return { class: 'unknown', call };
    return { class: functions.some((fn) => runsUnresolved(fn, program)) ? 'unknown' : 'harmless' };
  }

  /** `deleteFile.invoke(…)` in the handler of another tool: what that one does is done by this one, whoever guards that. */
  #byInvocation(call: Call): readonly Sensitivity[] {
    const invocation = invocationAt(call, this.#facts);
    if (!invocation) return [];
    return invocation.tools
      .filter((tool) => !isGuardedOnDirectCall(tool, invocation.model, this.#facts))
      .filter(({ handler }) => handler && !this.#entered.has(handler) && !this.#asks(handler))
      .map((tool) => this.of(tool));
  }

  #asks(handler: syntax.FunctionLike): boolean {
    const { program, matcher } = this.#facts;
    return outsideCallsOf(handler, program).some((call) => matcher.at('decision', call));
  }
}

/**
 * `ensureTables()` in a function that reads: what a function that is given nothing writes into its database, further down
 * than what the handler calls, is not what the tool is for.
 */
function isUpkeep({ kind, path }: Effect): boolean {
  const isNullary = (call: ts.Node): boolean => syntax.isCallExpression(call) && call.arguments.length === 0;
  return kind === 'write' && path.slice(1, -1).some(isNullary);
}

/**
 * Whether a call of what is not in the program may change the world: it gives a promise, nothing, or what has no type. A
 * name that reads counts in its favour only where something declares it: of what nothing declares, Node's own functions and
 * packages that compute are harmless.
 */
function mayAct(call: Call, handler: syntax.FunctionLike, program: ts.Program): boolean {
  const original = syntax.isNewExpression(call) ? undefined : promisifiedBy(call.expression, program);
  if (original) return mayReferenceAct(original, program);
  const name = calledName(call);
  if (name !== undefined && methodsOfTexts.includes(name)) return false;
  const compiler = compilerOf(program);
  const isInnocent =
    syntax.isNewExpression(call) || (name !== undefined && (innocentWord.test(name) || idleMethods.has(name)));
  if (isInnocent && !compiler.isUnresolved(call.expression))
    return syntax.isNewExpression(call) && actOf(call, program) === 'unknown';
  const { package: owner, isPlatform, gives } = compiler.resultOfCall(call);
  if (isPlatform || gives === 'value') return false;
  if (gives === 'unresolved')
    return owner === undefined || Object.hasOwn(modelledPackages, owner) || !isHarmless(owner);
  if (isInnocent) return false;
  if (gives === 'anything' && builtInMethods.includes(name ?? '')) {
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    if (!receiver || !changingMethods.includes(name ?? '') || isOwnData(receiver, handler, program)) return false;
  }
  const act = actOf(call, program);
  if (act !== undefined) return act === 'unknown';
  return owner === undefined || !(effectPackages.has(owner) || isHarmless(owner));
}

/** Whether a function that is called by another name may change the world: `promisify(act)`. */
function mayReferenceAct(original: ts.Expression, program: ts.Program): boolean {
  const compiler = compilerOf(program);
  if (compiler.isUnresolved(original)) return compiler.isUnresolvedFunction(original);
  const node = syntax.withoutAssertions(original);
  const name = syntax.isPropertyAccessExpression(node) ? node.name : node;
  const owner = compiler.originOfName(name)?.package;
  if (owner === undefined) return !syntax.isFunctionLike(node);
  if (syntax.isIdentifier(name) && innocentWord.test(name.text)) return false;
  return !(owner.startsWith('node:') || owner === 'typescript' || effectPackages.has(owner) || isHarmless(owner));
}

function isHarmless(owner: string): boolean {
  return idlePackages.some((name) =>
    name.endsWith('*') ? owner.startsWith(name.slice(0, -1)) : owner === name || owner === `@types/${name}`,
  );
}
