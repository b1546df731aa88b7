import type ts from 'typescript';
import type { Guard } from '../../models/agents/agent-sdk.ts';
import type { AgentFact } from '../agents/agents.ts';
import { builtInPermissionOf } from '../agents/built-in-tools.ts';
import { type Guardrails } from '../agents/guardrails.ts';
import { mayStop, readAt } from '../agents/guards.ts';
import { type Sensitivity, sensitivityOf } from '../agents/sensitivity.ts';
import { type GivenTool, namesIn } from '../agents/tools.ts';
import { elementsOf, optionsOf, textIn } from '../values.ts';
import { type Delegation, delegationsFrom } from './delegations.ts';

/** A step by which an agent can do, through another one, what it cannot do itself. */
export type Widening = { readonly delegation: Delegation } & (
  | {
      /**
       * - `widened`: the other agent has a sensitive tool that this one lacks, and nobody decides.
       * - `escaped`: both have it, somebody decides about it for this one, and nobody for the other.
       */
      readonly kind: 'escaped' | 'widened';
      readonly given: GivenTool;
      readonly sensitivity: Sensitivity;
    }
  | {
      /** What this one requires is switched off by the other. */
      readonly kind: 'switchedOff';
      readonly given: GivenTool;
      readonly guard: Guard;
      readonly node: ts.Node;
    }
  | {
      /** A definition that restricts itself in words has all tools of this one, these among them. */
      readonly kind: 'inherited';
      readonly words: string;
      readonly tools: readonly string[];
    }
  | {
      /** An entry that stands for tools which this one's own list does not hold. */
      readonly kind: 'wildcard';
      readonly entry: string;
      readonly node: ts.Node;
    }
);

/** What authors write where an agent is to leave things alone. */
const restricting =
  /\bread[- ]?only\b|\b(?:never|do not|don't|must not|may not|cannot|without)\s+(?:\w+\s+){0,3}?(?:change|chang|edit|write|writ|modify|modif|delet|remov|run|execut|touch|commit|creat|mak)\w*|\b(?:only|just)\s+(?:read|review|look|analy[sz]e|report|search|summari[sz]e|inspect|answer|suggest|advise|observe|check)\w*|\bno\s+(?:changes|edits|writes|side[- ]effects)\b/i;

/**
 * The steps from an agent that widen what it can do.
 *
 * @param isUnknownAsked whether a tool of which it cannot be told what it does counts as a sensitive one
 */
export function wideningsFrom(from: AgentFact, guardrails: Guardrails, isUnknownAsked: boolean): readonly Widening[] {
  const { facts } = guardrails;
  return delegationsFrom(from, facts).flatMap((delegation): readonly Widening[] => {
    const { to, through } = delegation;
    const isAsked = through?.tool.kind === 'tool' && guardrails.verdictOf(from, through).isGuarded;
    // Whoever is asked about the step knows where it leads.
    if (isAsked) return inherited(delegation, guardrails);
    const tools = to.tools.flatMap((given) => widenedBy(given, delegation, guardrails, isUnknownAsked) ?? []);
    return [...tools, ...inherited(delegation, guardrails)];
  });
}

function widenedBy(
  given: GivenTool,
  delegation: Delegation,
  guardrails: Guardrails,
  isUnknownAsked: boolean,
): Widening | undefined {
  const { from, to } = delegation;
  const { tool } = given;
  if (tool.kind !== 'tool') return undefined;
  const { isGuarded, failures } = guardrails.verdictOf(to, given);
  if (isGuarded) return undefined;
  const { program } = guardrails.facts;
  const off = failures.find(({ kind, parent }) => kind === 'replaced' && parent === from);
  if (off && sensitivityOf(tool, program).class !== 'harmless')
    return { kind: 'switchedOff', delegation, given, guard: off.guard, node: off.node };
  // Another rule says that a guard is there and does not stop it, or does not reach it.
  if (failures.length > 0) return undefined;
  const own = from.tools.find(
    (each) => each.tool.node === tool.node || (given.name !== undefined && each.name === given.name),
  );
  if (own) {
    const isDecided = decides(from, own, guardrails) && sensitivityOf(tool, program).class !== 'harmless';
    return isDecided ? { kind: 'escaped', delegation, given, sensitivity: sensitivityOf(tool, program) } : undefined;
  }
  if (from.isOpen || from.hasUnknownParts) return undefined;
  const sensitivity = sensitivityOf(tool, program, isUnknownAsked);
  const isSensitive = sensitivity.class === 'sensitive' || (isUnknownAsked && sensitivity.class === 'unknown');
  return isSensitive ? { kind: 'widened', delegation, given, sensitivity } : undefined;
}

/** Whether a guard of the tool or of its agent surely decides about it. */
function decides(agent: AgentFact, { tool, name }: GivenTool, { facts }: Guardrails): boolean {
  const guards = 'model' in tool ? [...tool.guards, ...agent.guards] : agent.guards;
  return guards.some((guard) => facts.judge.judge(guard, name).outcome === 'decides');
}

/** What a definition has of the agent above without being given it. */
function inherited(delegation: Delegation, guardrails: Guardrails): readonly Widening[] {
  const { from, to } = delegation;
  const { inherits } = to.model;
  const { builtIn } = from.model;
  const permission = builtInPermissionOf(from, guardrails.facts);
  if (!inherits || !builtIn || !permission) return [];
  const list = readAt(to.value, inherits.only);
  const only = namesIn(list);
  if (!only && optionsOf(list).every(({ kind }) => kind === 'literal')) {
    const names = permission.bypass ? permission.sensitive : permission.allowed.map(({ name }) => name);
    const unasked = [...new Set(names)].filter((name) => !guardrails.isHooked(from, name));
    const words = (to.model.describedBy ?? []).map((place) => restricting.exec(textIn(readAt(to.value, place)) ?? ''));
    const [found] = words.flatMap((match) => match?.[0] ?? []);
    return found !== undefined && unasked.length > 0
      ? [{ kind: 'inherited', delegation, words: found, tools: unasked }]
      : [];
  }
  const isAsked = from.guards.some((guard) => mayStop(guardrails.facts.judge.judge(guard, undefined)));
  const allowed = namesIn(readAt(from.value, builtIn.allowed));
  if (isAsked || permission.bypass || allowed?.isOpen) return [];
  return elementsOf(list)
    .elements.flatMap(optionsOf)
    .flatMap((entry): readonly Widening[] => {
      const text = textIn(entry);
      if (!text?.endsWith('*') || [...(allowed?.names ?? [])].some((name) => covers(name, text))) return [];
      return [{ kind: 'wildcard', delegation, entry: text, node: entry.node }];
    });
}

/** Whether one entry of a list of names stands for all that another one does. */
function covers(entry: string, other: string): boolean {
  return (
    entry === other || (entry.endsWith('*') && other.startsWith(entry.slice(0, -1))) || other.startsWith(`${entry}__`)
  );
}
