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
  runningMethods,
  sandboxPackages,
} from '../../models/agents/harmless.ts';
import { modelledPackages } from '../../models/packages.ts';
import type { ts } from '../../type-utils/index.ts';
import { calledName, compilerOf, syntax } from '../../type-utils/index.ts';
import { effectsOf, outsideCallsOf, runsUnresolved, undecidedCallsOf } from '../../program/effects/effects.ts';
import { promisifiedBy } from '../../program/effects/promisified.ts';
import { actOf } from '../../program/effects/verbs.ts';
import type { LiteralValue } from '../../program/values/values.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { changes, compareImpacts, type Impact, type JudgedEffect, judgedEffectsOf } from './impact.ts';
import { innerRunsOf, type Invocation, isGuardedOnDirectCall } from './invocations.ts';
import type { Call } from '../agents/matcher.ts';
import { isOwnData } from './own-data.ts';
import { functionsOf, outsideCallsOfTool, undecidedCallsOfTool, type ToolFact } from '../agents/tools.ts';

/**
 * What a tool is, with what shows it: the registry and markers of the tool's author come before what its handler reaches.
 * A name alone never makes a tool sensitive.
 */
export type Sensitivity =
  | { readonly class: 'harmless' }
  /** It changes something, sends something or runs something; `impact` is what it can break at most, and never `none`. */
  | ({ readonly class: 'sensitive' } & JudgedEffect & { readonly does?: undefined })
  /** The SDK runs it, or it is for that, and it is unknown what its handler does. */
  | { readonly class: 'sensitive'; readonly impact: Impact; readonly does: EffectKind; readonly effect?: undefined }
  /** Its author says so. */
  | {
      readonly class: 'sensitive';
      readonly impact: Impact;
      readonly says: LiteralValue;
      readonly effect?: undefined;
      readonly does?: undefined;
    }
  /** Its code is elsewhere, and the registry or the policy has it as one that writes. */
  | {
      readonly class: 'sensitive';
      readonly impact: Impact;
      readonly stated: 'write';
      readonly effect?: undefined;
      readonly does?: undefined;
    }
  /** What it comes to is not in the program; `call` where it is known which call that is. */
  | { readonly class: 'unknown'; readonly call?: Call };

/** What no sink names of these is known to have no effect. What a statement does, it says itself. */
const effectPackages: ReadonlySet<string> = new Set(
  builtInSinks.filter(({ runs }) => runs !== 'sql').flatMap(({ of }) => of.packages),
);
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

/** What a tool can break; null where it is unknown what it does. */
export function impactOf(sensitivity: Sensitivity): Impact | null {
  if (sensitivity.class === 'sensitive') return sensitivity.impact;
  return sensitivity.class === 'harmless' ? 'none' : null;
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
    if (destructive?.value === true) return { class: 'sensitive', says: destructive, impact: 'high' };
    if (does) {
      const isStub = methods.length > 0 && methods.every((method) => this.#isHarmless(method));
      return does === 'nothing' || isStub ? { class: 'harmless' } : byModel(does);
    }
    if (tool.isRunElsewhere && !handler) return { class: 'harmless' };
    const handled = handler ? [this.#byHandler(tool), ...tool.alternatives.map((each) => this.of(each))] : [];
    const most = handled.reduce<Sensitivity>(worse, { class: handler ? 'harmless' : 'unknown' });
    const purpose = tool.model.effect?.kind;
    return most.class === 'unknown' && this.#countUnknown && purpose ? byModel(purpose) : most;
  }

  /** What a tool is by its handler, and by the functions that this was made with. */
  #byHandler(tool: ToolFact): Sensitivity {
    const { program } = this.#facts;
    const { handler } = tool;
    const functions = functionsOf(tool);
    for (const fn of functions) this.#entered.add(fn);
    const own = judgedEffectsOf(this.#facts, tool).filter(({ impact }) => impact !== 'none');
    // `destructiveHint: false` exempts tools that only append.
    const isAdding = own.every(({ effect: { kind } }) => kind === 'write' || kind === 'egress');
    if (tool.hints.get('destructiveHint')?.value === false && isAdding) return { class: 'harmless' };
    const [most] = own;
    const inner = innerRunsOf(tool, this.#facts);
    const found: readonly Sensitivity[] = [
      ...(most ? [{ class: 'sensitive', ...most } as const] : []),
      ...inner.flatMap((invocation) => this.#byInvocation(invocation)),
    ];
    const [first, ...others] = found.filter((each) => each.class === 'sensitive');
    if (first) return others.reduce(worse, first);
    if (!this.#countUnknown || !handler) return { class: 'harmless' };
    const unseen = inner.find(({ tools }) => tools.length === 0);
    if (unseen) return { class: 'unknown', call: unseen.call };
    return this.#byCalls(functions, handler, outsideCallsOfTool(tool, program), undecidedCallsOfTool(tool, program));
  }

  /** Whether what a function comes to is known to change nothing. */
  #isHarmless(fn: syntax.FunctionLike): boolean {
    const { program } = this.#facts;
    const hasEffect = effectsOf(fn, program).some(({ kind }) => changes.includes(kind) || kind === 'egress');
    if (hasEffect) return false;
    if (!this.#countUnknown) return true;
    return this.#byCalls([fn], fn, outsideCallsOf(fn, program), undecidedCallsOf(fn, program)).class === 'harmless';
  }

  /** Whether a call of what is not in the program may act. */
  #byCalls(
    functions: readonly syntax.FunctionLike[],
    handler: syntax.FunctionLike,
    outside: readonly Call[],
    undecided: readonly Call[],
  ): Sensitivity {
    const { program } = this.#facts;
    const call = undecided[0] ?? outside.find((each) => mayAct(each, handler, program));
    if (call) return { class: 'unknown', call };
    return { class: functions.some((fn) => runsUnresolved(fn, program)) ? 'unknown' : 'harmless' };
  }

  /** `deleteFile.invoke(…)` in the handler of another tool: what that one does is done by this one, whoever guards that. */
  #byInvocation({ tools, model }: Invocation): readonly Sensitivity[] {
    return tools
      .filter((tool) => !isGuardedOnDirectCall(tool, model, this.#facts))
      .filter(({ handler }) => handler && !this.#entered.has(handler) && !this.#asks(handler))
      .map((tool) => this.of(tool));
  }

  #asks(handler: syntax.FunctionLike): boolean {
    const { program, matcher } = this.#facts;
    return outsideCallsOf(handler, program).some((call) => matcher.at('decision', call));
  }
}

/** What the SDK does by itself, or a handler of which more is not known, by what the model of the tool says. */
function byModel(does: EffectKind): Sensitivity {
  return { class: 'sensitive', does, impact: does === 'execute' ? 'critical' : 'high' };
}

function worse(a: Sensitivity, b: Sensitivity): Sensitivity {
  return compareSensitivities(b, a) > 0 ? b : a;
}

/** Compares by what can break; what is unknown is above what is harmless, and below what is known to change something. */
export function compareSensitivities(a: Sensitivity, b: Sensitivity): number {
  if (a.class === 'sensitive' && b.class === 'sensitive') return compareImpacts(a.impact, b.impact);
  return classes.indexOf(a.class) - classes.indexOf(b.class);
}

const classes: readonly Sensitivity['class'][] = ['harmless', 'unknown', 'sensitive'];

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
  if (isPlatform || (gives === 'value' && !runningMethods.includes(name ?? ''))) return false;
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
