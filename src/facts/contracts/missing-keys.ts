import { callIdName, keyDescription } from '../../models/contracts/keys.ts';
import { connectors, keyInMeta } from '../../models/contracts/tool-callers.ts';
import { memo } from '../../memo.ts';
import { argumentHeldBy, type ParameterHolder } from '../../program/lifetimes/owners.ts';
import { nodesIn } from '../../program/values/nodes.ts';
import { isGiven, optionsOf, propertyAt } from '../../program/values/values.ts';
import { readAt } from '../../program/values/places.ts';
import { bindingOf, syntax, type ts } from '../../type-utils/index.ts';
import type { JsonObject, Registries } from '../../config/registry/registry.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { nameByDefinition } from '../agents/definitions.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import type { ToolFact } from '../agents/tools.ts';
import { compareImpacts } from '../guardrails/impact.ts';
import { type Invocation, invocationAt } from '../guardrails/invocations.ts';
import { isDoneOnce } from './done-before.ts';
import type { Rerun } from './fresh-values.ts';
import { inputNamesOf, mayHaveKey } from './input-names.ts';
import { freshKeysAmong, isExplicitKeyName, isKeyName, type KeyProblem, keyProblemOf } from './keys.ts';
import { type NamedValue, namedValuesOf, plainName } from './named-values.ts';
import { type RepeatedAct, repeatedActsOf, statedRepetitionOf } from './repeated-acts.ts';
import { isIdempotentName, type Repeated, repeatedByName } from './repeated-names.ts';
import { classOf, type RegisteredClass } from './registered.ts';
import { isRepeatedBy, type Retry, retryOf } from './retries.ts';

/** A place where something may be done twice, for want of a key by which the second time is recognized. */
export type MissingKey = RetriedCall | FreshKey | SchemaWithoutKey | CallWithoutKey;

/** A call of a registered write tool that can be given a key, and is given none. */
export interface CallWithoutKey {
  readonly kind: 'call';
  readonly call: Call;
  readonly name: string;
  readonly registered: RegisteredClass;
  /** The key that the tool's input has. Undefined: none is known, and all calls of write tools count. */
  readonly key: string | undefined;
}

/** A call that is made again after an error, without a key or with another one each time. */
export interface RetriedCall {
  readonly kind: 'retried';
  readonly call: Call;
  /** The call itself, or the definition of the tool whose handler comes to it, maybe in another file. */
  readonly from: ts.Node;
  /** What runs it again. */
  readonly by: ts.Node;
  readonly problem: KeyProblem;
  /** The tool that is called, or in whose handler the call is. */
  readonly name: string | undefined;
}

/** A key that the handler of a tool makes for each of its executions. */
export interface FreshKey {
  readonly kind: 'fresh';
  readonly tool: ToolFact;
  readonly name: string | undefined;
  readonly act: RepeatedAct;
  readonly node: ts.Node;
  readonly key: NamedValue;
}

/** A tool whose input can have no key, or whose handler does not use the one that it has. */
export interface SchemaWithoutKey {
  readonly kind: 'schema';
  readonly tool: ToolFact;
  readonly name: string | undefined;
  readonly act: RepeatedAct;
  /** The key that the handler does not use. */
  readonly unused: string | undefined;
}

const once: Rerun = { regions: [], varying: new Set(), argumentOf: () => undefined };

/** Finds where something may be done twice. */
export class MissingKeyFinder {
  readonly #facts: AgentFacts;
  readonly #program: ts.Program;
  readonly #registries: Registries | undefined;
  readonly #checkAllWrites: boolean;

  /** @param checkAllWrites whether a call of a registered write tool needs a key although its input is not known to have one */
  constructor(facts: AgentFacts, registries: Registries | undefined, checkAllWrites: boolean) {
    this.#facts = facts;
    this.#program = facts.program;
    this.#registries = registries;
    this.#checkAllWrites = checkAllWrites;
  }

  *in(file: ts.SourceFile): Iterable<MissingKey> {
    const calls = this.#facts.calls.in(file);
    const invocations = calls.flatMap(({ call, kinds }) => {
      const found = kinds.includes('invocation') ? invocationAt(call, this.#facts) : undefined;
      return found ? [found] : [];
    });
    for (const invocation of invocations) {
      const found = this.#ofInvocation(invocation, invocations);
      if (found) yield found;
    }
    for (const { call, kinds } of calls) {
      if (!kinds.includes('tool')) continue;
      const tools = this.#facts.toolsAt(call).flatMap((tool) => (tool.kind === 'tool' ? [tool] : []));
      // What a handler of several tools does is not known to be what the author says of one of them.
      const isShared =
        new Set(tools.map(({ name }) => name)).size > 1 || (tools.length > 1 && tools[0]?.name === undefined);
      for (const tool of tools) yield* this.#ofTool(tool, isShared);
    }
  }

  // ── calls of tools ─────────────────────────────────────────────────────────────────────────────────────────────────

  #ofInvocation(invocation: Invocation, all: readonly Invocation[]): RetriedCall | CallWithoutKey | undefined {
    const { call, name } = invocation;
    if (this.#bringsKeys(call)) return undefined;
    const registered = classOf(this.#registries, name);
    const repeated = this.#repeatedBy(invocation, registered);
    const retry = repeated && (retryOf(call, this.#program) ?? this.#secondOf(invocation, all));
    const problem = retry && this.#problemOf(call, retry);
    if (problem) return { kind: 'retried', call, from: call, by: retry.node, problem, name };
    return registered?.class === 'write' && name !== undefined ? this.#ofRegistered(call, name, registered) : undefined;
  }

  /** What a call of a tool does twice where it is made twice: what the registry says comes before the name. */
  #repeatedBy({ name, tools }: Invocation, registered: RegisteredClass | undefined): Repeated | 'write' | undefined {
    if (registered?.class === 'read' || registered?.tool.review?.annotations?.idempotentHint === true) return undefined;
    if (tools.length > 0) return tools.flatMap((tool) => repeatedActsOf(this.#facts, tool))[0]?.kind;
    if (name === undefined) return undefined;
    return repeatedByName(name) ?? (registered && !isIdempotentName(name) ? 'write' : undefined);
  }

  /** A call that is made once, of a tool whose input has a key. */
  #ofRegistered(call: Call, name: string, registered: RegisteredClass): CallWithoutKey | undefined {
    const { review } = registered.tool;
    if (review?.annotations?.idempotentHint === true) return undefined;
    const key = keyInSchema(review?.inputSchema) ?? this.#keyOfTool(name) ?? keyInCalls(this.#facts);
    if (key === undefined && !this.#checkAllWrites) return undefined;
    const { values, isOpen } = namedValuesOf(call, this.#program);
    const isGiven = values.some(({ name: own }) => own === plainName(key ?? '') || isExplicitKeyName(own));
    return isGiven || isOpen ? undefined : { kind: 'call', call, name, registered, key };
  }

  /** The key in the input of a tool of this name that the program defines itself. */
  #keyOfTool(name: string): string | undefined {
    for (const call of this.#facts.calls.of('tool'))
      for (const tool of this.#facts.toolsAt(call)) {
        if (tool.kind !== 'tool' || tool.name !== name) continue;
        const key = [...inputNamesOf(this.#facts, tool).written].find(([written]) => isExplicitKeyName(written))?.[1];
        if (key !== undefined) return key;
      }
    return undefined;
  }

  /** Whether the client that is called makes a key for each call: `connectClient(client, connector, { idempotencyKey })`. */
  #bringsKeys(call: Call): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    if (!syntax.isPropertyAccessExpression(callee)) return false;
    return optionsOf(this.#facts.evaluator.valueOf(callee.expression)).some(
      (made) =>
        made.kind === 'made' &&
        this.#facts.matcher.isCallOfAny(made.call, [connectors.client]) &&
        isGiven(propertyAt(made.argument(2), ['idempotencyKey'])),
    );
  }

  /** The same call of the same tool, where the first one fails. */
  #secondOf({ call, name, tools }: Invocation, all: readonly Invocation[]): Retry | undefined {
    const second = all.find(
      (other) =>
        other.name === name &&
        other.tools[0]?.node === tools[0]?.node &&
        isRepeatedBy(call, other.call, this.#program) &&
        !other.call.getText().includes('idempot'),
    );
    return second && { node: second.call, regions: [], varying: new Set() };
  }

  #problemOf(call: Call, retry: Retry): KeyProblem | undefined {
    const { values, isOpen } = namedValuesOf(call, this.#program);
    // What was assembled elsewhere may have a key.
    const problem = keyProblemOf(
      values,
      { ...retry, argumentOf: () => undefined, countsFallbacks: true },
      this.#program,
    );
    return problem?.kind === 'none' && isOpen ? undefined : problem;
  }

  // ── tools of the program ───────────────────────────────────────────────────────────────────────────────────────────

  *#ofTool(tool: ToolFact, isShared: boolean): Iterable<MissingKey> {
    if (this.#isSaidIdempotent(tool)) return;
    const name = nameByDefinition(tool, this.#facts);
    const found = repeatedActsOf(this.#facts, tool)
      .filter((act) => !isDoneOnce(act, this.#program))
      .flatMap((act) => this.#ofAct(act, tool, name) ?? [])
      .filter(({ kind }) => !(isShared && kind === 'schema'));
    const order = ['retried', 'fresh', 'schema'] as const;
    const [first] = found.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    if (first) yield first;
  }

  #isSaidIdempotent({ value, model, hints }: ToolFact): boolean {
    if (hints.get('readOnlyHint')?.value === true) return true;
    if (!model.annotations) return false;
    const place = { ...model.annotations, path: [...(model.annotations.path ?? []), 'idempotentHint'] };
    return optionsOf(readAt(value, place)).some((option) => option.kind === 'literal' && option.value === true);
  }

  #ofAct(act: RepeatedAct, tool: ToolFact, name: string | undefined): Exclude<MissingKey, CallWithoutKey> | undefined {
    const { call, path, frames } = act;
    const argumentOf = argumentsAlong(act);
    for (const [index, step] of path.entries()) {
      const fn = frames[index]?.fn;
      const retry = isCall(step) && fn ? retryOf(step, this.#program, false) : undefined;
      if (!retry) continue;
      const { values, isOpen } = namedValuesOf(call, this.#program, argumentOf);
      const regions = [...retry.regions, ...frames.slice(index + 1).map(({ fn: inner }) => inner)];
      const problem = keyProblemOf(values, { ...retry, regions, argumentOf, countsFallbacks: true }, this.#program);
      if (problem && !(problem.kind === 'none' && (isOpen || this.#usesCallId(act))))
        return { kind: 'retried', call, from: tool.node, by: retry.node, problem, name };
    }
    return this.#freshKeyOf(act, tool, name, argumentOf) ?? this.#schemaOf(act, tool, name, argumentOf);
  }

  /** A key that is made in the handler, where the tool has no way to be given one. */
  #freshKeyOf(
    act: RepeatedAct,
    tool: ToolFact,
    name: string | undefined,
    argumentOf: Rerun['argumentOf'],
  ): FreshKey | undefined {
    const { values } = namedValuesOf(act.call, this.#program, argumentOf);
    const rerun: Rerun = { ...once, regions: act.frames.map(({ fn }) => fn), argumentOf };
    const isPayment = act.kind === 'payment' || statedRepetitionOf(this.#facts, tool) === 'payment';
    const keys = values.filter(({ name: key }) => isExplicitKeyName(key) || (isPayment && isKeyName(key)));
    const fresh = freshKeysAmong(keys, rerun, this.#program);
    const [first] = fresh;
    const isKept = ({ name: key }: NamedValue): boolean =>
      isExplicitKeyName(key) && !fresh.some((each) => each.key.name === key);
    if (!first || keys.some(isKept)) return undefined;
    const input = inputNamesOf(this.#facts, tool);
    if (input.isKeyDescribed || [...input.names].some(isExplicitKeyName)) return undefined;
    if (!isExplicitKeyName(first.key.name) && mayHaveKey({ ...input, isOpen: false, names: withoutOnce(input.names) }))
      return undefined;
    return { kind: 'fresh', tool, name, act, ...first };
  }

  /** A tool that does much, and can be given nothing by which a repeated call is recognized. */
  #schemaOf(
    act: RepeatedAct,
    tool: ToolFact,
    name: string | undefined,
    argumentOf: Rerun['argumentOf'],
  ): SchemaWithoutKey | undefined {
    const { call, effect } = act;
    const input = inputNamesOf(this.#facts, tool);
    const unused = this.#unusedKeyOf(tool, input.written);
    const isSlight = act.kind !== 'payment' && (!effect || compareImpacts(effect.impact, 'high') < 0);
    if (unused === undefined && isSlight) return undefined;
    const { values } = namedValuesOf(call, this.#program, argumentOf);
    if (keyProblemOf(values, { ...once, argumentOf }, this.#program) === undefined || this.#usesCallId(act))
      return undefined;
    const mayBeGiven = mayHaveKey(input) || /idempot|dedup/i.test(tool.handler?.getText() ?? '');
    return unused === undefined && mayBeGiven ? undefined : { kind: 'schema', tool, name, act, unused };
  }

  /** An idempotency key of the input that the pattern of the handler's parameter leaves out. */
  #unusedKeyOf({ handler }: ToolFact, written: ReadonlyMap<string, string>): string | undefined {
    const [parameter] = handler?.parameters ?? [];
    if (!handler || !parameter || !syntax.isObjectBindingPattern(parameter.name)) return undefined;
    if (parameter.name.elements.some(({ dotDotDotToken }) => dotDotDotToken)) return undefined;
    const taken = parameter.name.elements.map(({ propertyName, name }) => plainName((propertyName ?? name).getText()));
    return [...written].find(([name]) => isExplicitKeyName(name) && !taken.includes(name))?.[1];
  }

  /** Whether what is done is given the id of the call or of the run: `toolCallId`, `config.toolCall.id`. */
  #usesCallId({ path }: RepeatedAct): boolean {
    return path.some((step) =>
      isCall(step)
        ? (step.arguments ?? []).some((argument) =>
            nodesIn(argument, syntax.isIdentifier).some((name) => isCallId(name)),
          )
        : false,
    );
  }
}

/** The key of `_meta` that calls of tools in the program are given, so that what they call is known to read it. */
const keyInCalls = memo(({ calls, program }: AgentFacts): string | undefined => {
  const name = plainName(keyInMeta);
  const isGiven = calls
    .of('invocation')
    .some((call) => namedValuesOf(call, program).values.some((given) => given.name === name));
  return isGiven ? keyInMeta : undefined;
});

/** The property of a JSON Schema that is a key, by its name or its description. */
function keyInSchema(schema: JsonObject | undefined): string | undefined {
  const properties = schema?.properties;
  if (typeof properties !== 'object' || properties === null) return undefined;
  const isKey = ([name, property]: readonly [string, unknown]): boolean => {
    const description = (property as { readonly description?: unknown } | null)?.description;
    return isExplicitKeyName(plainName(name)) || (typeof description === 'string' && keyDescription.test(description));
  };
  return Object.entries(properties).find(isKey)?.[0];
}

function isCallId(name: ts.Identifier): boolean {
  if (callIdName.test(plainName(name.text)) || /^toolcall$/i.test(name.text)) return true;
  const binding = bindingOf(name);
  const initializer = binding && syntax.isVariableDeclaration(binding) ? binding.initializer : undefined;
  return (
    initializer !== undefined &&
    /\b(?:toolCallId|toolCall\b|callId|runId|requestId|invocationId|functionCallId)/.test(initializer.getText())
  );
}

/** The order that is paid again is another charge where the id of the charge is made anew. */
function withoutOnce(names: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    [...names].filter((name) => /request|operation|call|run|nonce|reference|external|correlation|unique/.test(name)),
  );
}

/** What a parameter of a function on the way is given by the call before. */
function argumentsAlong({ path, frames }: RepeatedAct): Rerun['argumentOf'] {
  return (name) => {
    const held = parameterNamedBy(name);
    if (!held) return undefined;
    const { parameter } = held;
    const index = frames.findIndex(({ fn }, at) => at > 0 && fn === parameter.parent);
    const call = path[index - 1];
    if (index < 1 || frames[index]?.isCallback || !call || !isCall(call)) return undefined;
    return argumentHeldBy(held, call);
  };
}

/** The parameter that a name is, or of which it is a property: `key` of `({ key, ...order }) => …`. */
function parameterNamedBy(name: ts.Identifier): Pick<ParameterHolder, 'parameter' | 'property'> | undefined {
  const binding = bindingOf(name);
  if (!binding) return undefined;
  if (syntax.isParameter(binding)) return { parameter: binding, property: undefined };
  const parameter = syntax.isBindingElement(binding) ? binding.parent.parent : binding;
  if (!syntax.isParameter(parameter) || !syntax.isBindingElement(binding) || binding.dotDotDotToken) return undefined;
  return { parameter, property: (binding.propertyName ?? binding.name).getText() };
}
