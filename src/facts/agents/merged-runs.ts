import type { Place } from '../../models/agents/agent-sdk.ts';
import { readAt } from '../../program/values/places.ts';
import { choice, literal, type OpaqueResult, optionsOf, type Value } from '../../program/values/values.ts';
import type { ts } from '../../type-utils/index.ts';
import type { GivenTool } from './tools.ts';

/** Some things, and of others the first of each that is not among them. */
export function withOthers<T>(own: readonly T[], others: readonly T[], identityOf: (each: T) => unknown): readonly T[] {
  const known = new Set(own.map(identityOf));
  const more = others.filter((each) => {
    const identity = identityOf(each);
    return !known.has(identity) && known.add(identity);
  });
  return [...own, ...more];
}

/** Whether something may have more at some places than is known. */
export function isOpenAt(made: Value, places: readonly (Place | undefined)[]): boolean {
  return places
    .flatMap((place) => optionsOf(readAt(made, place)))
    .some((option) => option.kind === 'unknown' || ('isOpen' in option && option.isOpen));
}

/** What makes something in some runs, as one: at each place it has what it has there in any of them. */
export function eitherOf(first: OpaqueResult, others: readonly OpaqueResult[]): OpaqueResult {
  if (others.length === 0) return first;
  const { node } = first;
  const runs = [first, ...others];
  const names = new Set(runs.flatMap(({ assigned }) => [...assigned.keys()]));
  const assignedTo = (name: string): Value =>
    choice(
      runs.map(({ assigned }) => assigned.get(name)?.() ?? literal(undefined, node)),
      node,
    );
  return {
    ...first,
    argument: (index) =>
      choice(
        runs.map((run) => run.argument(index)),
        node,
      ),
    receiver: () =>
      choice(
        runs.map((run) => run.receiver()),
        node,
      ),
    assigned: new Map([...names].map((name) => [name, () => assignedTo(name)])),
  };
}

/** One for a tool under one name and with the same guards, in whatever run it was found. */
export function keyOf({ tool, name }: GivenTool): string {
  return [name, ...[tool.node, ...tool.guards.map(({ value }) => value.node)].map(positionOf)].join();
}

/** One for a step to an agent at one place, in whatever run it was found. */
export function stepKeyOf({ agent, place }: { readonly agent: ts.Node; readonly place: ts.Node }): string {
  return [agent, place].map(positionOf).join();
}

/** A step that an agent has where one run of the function around makes it. */
export function inRun<Step extends { readonly by?: OpaqueResult }>(child: Step, run: Value): Step {
  return run.kind === 'made' ? { ...child, by: run } : child;
}

function positionOf(node: ts.Node): string {
  return `${node.getSourceFile().fileName}:${String(node.pos)}`;
}
