import type { Registries } from '../../config/registry/registry.ts';
import { connectors } from '../../models/contracts/tool-callers.ts';
import type { CalleeRef } from '../../models/sessions/protocol.ts';
import { readAt } from '../../program/values/places.ts';
import {
  elementsOf,
  type LiteralValue,
  optionsOf,
  propertyAt,
  textIn,
  type Value,
} from '../../program/values/values.ts';
import { callsIn, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFact, AgentFacts } from '../agents/agents.ts';
import { servedToolNamed } from '../agents/built-in-tools.ts';
import { nameByDefinition } from '../agents/definitions.ts';
import type { ToolFact } from '../agents/tools.ts';
import { byTheWay, contradictingEffectOf } from '../guardrails/hint-effects.ts';
import { changes, type JudgedEffect } from '../guardrails/impact.ts';
import { SensitivityPolicy } from '../guardrails/sensitivity-policy.ts';
import { classOf, type RegisteredClass } from './registered.ts';

/** Two statements about the class of one tool that cannot both be true. */
export type ClassMismatch = EffectMismatch | HintMismatch | Contradiction | ScopeMismatch;

interface OfTool {
  readonly tool: ToolFact;
  readonly name: string | undefined;
}

/** The registry says that a tool reads, and its handler changes something. */
export interface EffectMismatch extends OfTool {
  readonly kind: 'effect';
  readonly registered: RegisteredClass;
  readonly effect: JudgedEffect;
}

/** The registry and a mark of the author say the opposite. */
export interface HintMismatch extends OfTool {
  readonly kind: 'hint';
  readonly registered: RegisteredClass;
  readonly hint: LiteralValue;
}

/** `readOnlyHint: true` beside `destructiveHint: true`. */
export interface Contradiction extends OfTool {
  readonly kind: 'contradiction';
  readonly hint: LiteralValue;
  readonly other: LiteralValue;
}

/** What may only read reaches a tool that is registered as one that writes. */
export interface ScopeMismatch {
  readonly kind: 'scope';
  readonly registered: RegisteredClass;
  readonly name: string;
  /** The call, or the entry of a list, by which it is reached. */
  readonly node: ts.Node;
  /** What says that nothing is to be written. */
  readonly scope: ts.Node;
}

/** The modes of an agent's built-in tools in which it plans, and changes nothing. */
const readingModes: readonly string[] = ['plan'];

/** Finds where registry, annotations, effects and scopes disagree about the class of a tool. */
export class ClassMismatchFinder {
  readonly #facts: AgentFacts;
  readonly #registries: Registries | undefined;
  readonly #policy: SensitivityPolicy;

  constructor(facts: AgentFacts, registries: Registries | undefined) {
    this.#facts = facts;
    this.#registries = registries;
    this.#policy = new SensitivityPolicy(facts, { countUnknown: false, minImpact: 'high' });
  }

  *in(file: ts.SourceFile): Iterable<ClassMismatch> {
    for (const { call, kinds } of this.#facts.calls.in(file)) {
      if (kinds.includes('tool'))
        for (const tool of this.#facts.toolsAt(call)) if (tool.kind === 'tool') yield* this.#ofTool(tool);
      if (kinds.includes('agent') && this.#registries)
        for (const agent of this.#facts.agentsAt(call)) yield* this.#ofPlanning(agent);
    }
    if (this.#registries) yield* this.#ofReadOnlyCalls(file);
  }

  // ── tools ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  *#ofTool(tool: ToolFact): Iterable<ClassMismatch> {
    const name = nameByDefinition(tool, this.#facts);
    const readOnly = tool.hints.get('readOnlyHint');
    const destructive = tool.hints.get('destructiveHint');
    const registered = classOf(this.#registries, name);
    if (registered?.class === 'write') {
      if (readOnly?.value === true) yield { kind: 'hint', tool, name, registered, hint: readOnly };
      return;
    }
    const isBoth = readOnly?.value === true && destructive?.value === true;
    if (!registered && !isBoth) return;
    const effect = this.#changeOf(tool, name);
    if (registered) {
      if (effect) yield { kind: 'effect', tool, name, registered, effect };
      else {
        const hint = readOnly?.value === false ? readOnly : destructive?.value === true ? destructive : undefined;
        if (hint) yield { kind: 'hint', tool, name, registered, hint };
      }
      return;
    }
    // Where the handler shows which of the two is untrue, another rule reports it.
    if (isBoth && !effect) yield { kind: 'contradiction', tool, name, hint: readOnly, other: destructive };
  }

  #changeOf(tool: ToolFact, name: string | undefined): JudgedEffect | undefined {
    if (!tool.handler) return undefined;
    return contradictingEffectOf(tool, name, { kinds: changes, without: byTheWay }, this.#facts, this.#policy);
  }

  // ── scopes that only read ──────────────────────────────────────────────────────────────────────────────────────────

  /** `permissionMode: 'plan'` beside `allowedTools: ['mcp__github__create_pr']` */
  *#ofPlanning({ model, value }: AgentFact): Iterable<ScopeMismatch> {
    const { builtIn } = model;
    if (!builtIn) return;
    const found = new Set<ts.Node>();
    // A function around it may be given other options by each of its calls.
    const runs =
      value.kind === 'made' ? this.#facts.evaluator.valuesOf(value.call, value.call.arguments ?? []) : [value];
    for (const run of runs) {
      const mode = readAt(run, builtIn.mode);
      if (mode.kind !== 'literal' || !readingModes.some((each) => each === mode.value)) continue;
      for (const entry of elementsOf(readAt(run, builtIn.allowed)).elements.flatMap(optionsOf)) {
        const named = servedToolNamed(textIn(entry));
        const registered = named && classOf(this.#registries, named.name, named.server);
        if (!named || registered?.class !== 'write' || found.has(entry.node)) continue;
        found.add(entry.node);
        yield { kind: 'scope', registered, name: named.name, node: entry.node, scope: mode.node };
      }
    }
  }

  /** `connector.call({ server_id, tool_name })` of a connector whose capability is `read_only`. */
  *#ofReadOnlyCalls(file: ts.SourceFile): Iterable<ScopeMismatch> {
    for (const call of callsIn(file, (name) => name === 'call' || name === 'callTool')) {
      const callee = syntax.withoutAssertions(call.expression);
      if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(callee)) continue;
      const scope = this.#scopeOf(call, callee);
      const registered = scope && classOf(this.#registries, scope.name, scope.server);
      if (scope?.name !== undefined && registered?.class === 'write')
        yield { kind: 'scope', registered, name: scope.name, node: call, scope: scope.node };
    }
  }

  /** What a call through a connector is of, where it may only read. */
  #scopeOf(
    call: ts.CallExpression,
    { expression: receiver, name: method }: ts.PropertyAccessExpression,
  ): { readonly node: ts.Node; readonly name: string | undefined; readonly server: string | undefined } | undefined {
    const { evaluator, matcher } = this.#facts;
    const connection = evaluator.valueOf(receiver);
    if (connection.kind !== 'made') return undefined;
    const isMadeBy = (callee: CalleeRef): boolean => matcher.isCallOfAny(connection.call, [callee]);
    const isConnector = method.text === 'call' && isMadeBy(connectors.connector);
    const isClient = method.text === 'callTool' && isMadeBy(connectors.client);
    if (!isConnector && !isClient) return undefined;
    const connector = isClient ? connection.argument(1) : connection;
    const given = [
      ...(isConnector ? [evaluator.argumentOf(call, 1)] : [connection.argument(2)]),
      ...(connector.kind === 'made' ? [connector.argument(0)] : []),
    ];
    const node = given.map(readOnlyAt).find((each) => each !== undefined);
    if (!node) return undefined;
    const request = evaluator.argumentOf(call, 0);
    const [tool, server] = isConnector
      ? [propertyAt(request, ['tool_name']), propertyAt(request, ['server_id'])]
      : [propertyAt(request, ['name']), propertyAt(connection.argument(2), ['serverId'])];
    return { node, name: textIn(tool), server: textIn(server) };
  }
}

/** `{ capability: { constraints: { read_only: true } } }` */
function readOnlyAt(options: Value): ts.Node | undefined {
  const stated = propertyAt(options, ['capability', 'constraints', 'read_only']);
  return stated.kind === 'literal' && stated.value === true ? stated.node : undefined;
}
