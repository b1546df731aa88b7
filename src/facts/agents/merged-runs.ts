import type { Place } from '../../models/agents/agent-sdk.ts';
import { MAX_AROUND, MAX_SIZE } from '../../program/values/budget.ts';
import { readAt } from '../../program/values/places.ts';
import {
  alternativesIn,
  choice,
  literal,
  type ObjectValue,
  type OpaqueResult,
  optionsOf,
  propertyOf,
  type Value,
} from '../../program/values/values.ts';
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

/** What each run has, up to a bound: of a registry in as many runs there are thousands. */
export function ofEachRun<T>(runs: readonly OpaqueResult[], of: (run: OpaqueResult) => readonly T[]): readonly T[] {
  const found: T[] = [];
  for (const run of runs) {
    if (found.length > MAX_SIZE) break;
    found.push(...of(run));
  }
  return found;
}

/** Some tools without those that none of all runs has, where it is known what each has: `if (isAdmin) tools.push(erase)`. */
export function ofSomeRun(
  tools: readonly GivenTool[],
  runs: readonly OpaqueResult[] | undefined,
  toolsIn: (run: OpaqueResult) => { readonly tools: readonly GivenTool[]; readonly isOpen: boolean },
): readonly GivenTool[] {
  if (tools.length === 0 || !runs) return tools;
  const inRuns = runs.map(toolsIn);
  if (inRuns.some(({ isOpen }) => isOpen)) return tools;
  const found = new Set(inRuns.flatMap((each) => each.tools.map(({ tool }) => tool.node)));
  return tools.filter(({ tool }) => found.has(tool.node));
}

/** What makes an agent as its model knows it: of a class of the program what that gives to the SDK's. */
export function asModelled(made: OpaqueResult): OpaqueResult;
export function asModelled(made: OpaqueResult | ObjectValue): OpaqueResult | ObjectValue;
export function asModelled(made: OpaqueResult | ObjectValue): OpaqueResult | ObjectValue {
  const base = made.kind === 'made' ? made.base() : undefined;
  return made.kind === 'made' && base ? { ...base, assigned: made.assigned } : made;
}

/** Whether something may have more at some places than is known. */
export function isOpenAt(made: Value, places: readonly (Place | undefined)[]): boolean {
  return places.some((place) => optionsOf(readAt(made, place)).some(isOpen));
}

/** Whether what something has at some places may be something else in each run of the code around it. */
export function mayDifferAt(made: Value, places: readonly (Place | undefined)[]): boolean {
  return places.some((place) => {
    const options = optionsOf(readAt(made, place));
    return options.length > 1 || options.some((option) => option.kind === 'made' || isOpen(option));
  });
}

function isOpen(value: Value): boolean {
  return value.kind === 'unknown' || ('isOpen' in value && value.isOpen);
}

/** What makes something in some runs, as one: at each place it has what it has there in any of them. */
export function eitherOf(first: OpaqueResult, others: readonly OpaqueResult[]): OpaqueResult {
  if (others.length === 0) return first;
  const runs = [first, ...others];
  const anyOf = (valueIn: (run: OpaqueResult) => Value): Value => choice(runs.map(valueIn), first.node);
  const assigned = new Set(runs.flatMap((run) => [...run.assigned.keys()]));
  return {
    ...first,
    argument: (index) => anyOf((run) => run.argument(index)),
    receiver: () => anyOf((run) => run.receiver()),
    // Each is what the SDK's class is given already.
    base: () => undefined,
    assigned: new Map(
      [...assigned].map((name) => [
        name,
        () => anyOf((run) => run.assigned.get(name)?.() ?? literal(undefined, first.node)),
      ]),
    ),
  };
}

/** What makes an agent, once with each of the objects that may hold an option: `{ ...profiles[role], cwd }`. */
export function withEachHolder(
  made: ObjectValue | OpaqueResult,
  place: Place | undefined,
): readonly (ObjectValue | OpaqueResult)[] {
  if (!place || place.argument === 'receiver') return [made];
  const { argument, path = [] } = place;
  const outer = path.slice(0, -1);
  const holders = alternativesIn(readAt(made, { argument, path: outer }));
  if (holders.length < 2 || holders.length > MAX_AROUND) return [made];
  return holders.map((holder) => {
    if (made.kind === 'object') return withAt(made, outer, holder);
    const given = made.argument(argument);
    const replaced = given.kind === 'object' ? withAt(given, outer, holder) : given;
    return { ...made, argument: (index) => (index === argument ? replaced : made.argument(index)) };
  });
}

/** An object with another one at a path in it. */
function withAt(whole: ObjectValue, [name, ...rest]: readonly string[], inner: ObjectValue): ObjectValue {
  if (name === undefined) return inner;
  const before = propertyOf(whole, name);
  const after = before.kind === 'object' ? withAt(before, rest, inner) : rest.length === 0 ? inner : before;
  return { ...whole, properties: new Map(whole.properties).set(name, () => after) };
}

/** An object that is written once and made several times, as one that has what any of them has. */
export function anyOfObjects(objects: readonly [ObjectValue, ...ObjectValue[]]): ObjectValue {
  const [first] = objects;
  const names = new Set(objects.flatMap(({ properties }) => [...properties.keys()]));
  return {
    ...first,
    properties: new Map(
      [...names].map((name) => [
        name,
        () =>
          choice(
            objects.map((each) => propertyOf(each, name)),
            first.node,
          ),
      ]),
    ),
    isOpen: objects.some(({ isOpen }) => isOpen),
    alternatives: undefined,
  };
}

/** One for each value that says something else, in whatever run it was found. */
export function valueKeyOf(value: Value, depth = 4): string {
  if (depth === 0) return '';
  const inner = (each: Value): string => valueKeyOf(each, depth - 1);
  return optionsOf(value)
    .map((option) => {
      if (option.kind === 'literal') return String(option.value);
      if (option.kind === 'list') return `[${option.elements.map((element) => inner(element())).join()}]`;
      if (option.kind === 'object')
        return `{${[...option.properties].map(([name, property]) => `${name}:${inner(property())}`).join()}}`;
      return positionOf(option.node);
    })
    .join('|');
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
