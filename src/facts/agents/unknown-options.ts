import type { CallModel, Guard, Place, ToolModel } from '../../models/agents/agent-sdk.ts';
import { readsAsGuard, wordsOf } from '../../models/agents/guard-words.ts';
import type { Versions } from '../../models/sessions/protocol.ts';
import { nearestOf } from '../../config/nearest.ts';
import type { GivenObject, ts } from '../../type-utils/index.ts';
import { calledName, importedFrom, lacksOption, propertyNamed, syntax } from '../../type-utils/index.ts';
import { type ObjectValue, optionsOf, type Value } from '../../program/values/values.ts';
import type { AgentFact, AgentFacts } from './agents.ts';
import { readAt } from '../../program/values/places.ts';
import type { ModelledCall } from './modelled-calls.ts';
import { type Call, isCall } from './matcher.ts';
import { absentPlaces, modelIn, placesIn, type Release, wholeOf } from './releases.ts';

/** An option that is given, and that the installed version does not have: it stops nothing. */
export interface UnknownOption {
  readonly name: string;
  /** Where it is written: the property, as far as that is known. */
  readonly node: ts.Node;
  /** What is called, or the type of the object. */
  readonly callee: string;
  /** The package that the program imports it from. */
  readonly release: Release;
  /** The versions that have the option. Undefined: no version that the model covers. */
  readonly versions: Versions | undefined;
  /** The guard that it is in those versions. */
  readonly guard: Guard | undefined;
  /** An option of the installed version that it may have been meant to be. */
  readonly meant: string | undefined;
  /** The agent that it is given to. */
  readonly agent: AgentFact | undefined;
}

/** Something of which a model has the places of the options. */
interface Owner {
  readonly value: Value;
  readonly model: CallModel;
  readonly release: Release | undefined;
  /** What it is made by; of an object among the arguments of a call, that call. */
  readonly call: Call;
  readonly agent?: AgentFact;
}

/** The kinds of calls that options are given to. */
const kindsWithOptions = ['agentTool', 'run', 'tool', 'toolSet'] as const;

/** The properties of models whose places take tools away: what is given there guards as well. */
const restricting: ReadonlySet<string> = new Set(['active', 'builtIn.denied', 'builtIn.tools', 'denied', 'only']);

/**
 * The options of a call, and of the objects in it that stand for agents and tools, which read as guards and which the
 * installed version does not have: those that a model has for other versions, and those that no type declares.
 */
export function unknownOptionsOf({ call, kinds }: ModelledCall, facts: AgentFacts): readonly UnknownOption[] {
  const owners: Owner[] = kinds.includes('agent') ? facts.agentsAt(call).flatMap((agent) => ownersIn(agent, call)) : [];
  for (const kind of kindsWithOptions) {
    const found = kinds.includes(kind) ? facts.matcher.foundAt(kind, call) : undefined;
    if (found) owners.push({ value: facts.evaluator.valueOf(call), ...found, call });
  }
  return owners.flatMap((owner) => [...absentIn(owner, facts), ...strayIn(owner, facts)]);
}

/** An agent, and the objects among its tools that no call of their own makes. */
function ownersIn(agent: AgentFact, call: Call): readonly Owner[] {
  const { release, value } = agent;
  const tools = agent.tools.flatMap(({ tool }) => (tool.kind === 'tool' && !isCall(tool.node) ? [tool] : []));
  return [
    { value, model: wholeOf(agent.model), release, call, agent },
    ...tools
      .filter(({ node }) => syntax.isObjectLiteralExpression(node) && !isCall(node.parent))
      .map((tool) => ({ value: tool.value, model: wholeOf(tool.model), release, call })),
  ];
}

/** Guards, and lists of tools, that other versions have. */
function absentIn(owner: Owner, facts: AgentFacts): readonly UnknownOption[] {
  const { value, model, release, agent } = owner;
  return absentPlaces(model, release).flatMap(({ at, guard, key, versions }) => {
    if (!guard && !restricting.has(key)) return [];
    return givenAt(value, at).flatMap(({ name, option, node }) => {
      const judged = guard && facts.judge.judge({ guard, value: option, owner: value }, undefined);
      if (judged ? judged.outcome === 'absent' || judged.outcome === 'lets' : isNothing(option)) return [];
      return [{ name, node, versions, guard, meant: undefined, agent, ...calleeOf(owner, facts) }];
    });
  });
}

/** Keys beside the options of a model that read as guards, and that no type has. */
function strayIn(owner: Owner, facts: AgentFacts): readonly UnknownOption[] {
  const { value, model, release, agent } = owner;
  if (release?.version === undefined) return [];
  const places = placesIn(model).filter(({ argument, path = [] }) => argument !== 'receiver' && path.length > 0);
  const isModelled = (place: Place, name: string): boolean =>
    places.some((each) => textOf(each) === textOf({ ...place, path: [...(place.path ?? []), name] }));
  return holdersOf(places).flatMap((holder) =>
    optionsOf(readAt(value, holder)).flatMap((object) => {
      if (object.kind !== 'object') return [];
      return [...object.properties].flatMap(([name, option]): readonly UnknownOption[] => {
        if (!readsAsGuard(name) || isModelled(holder, name) || isNothing(option())) return [];
        if (!lacksOption({ object: object.node, in: placeInCall(owner, holder) }, name, facts.program)) return [];
        const meant = meantBy(name, modelIn(model, release), holder);
        const node = propertyIn(object, name, option());
        return [{ name, node, versions: undefined, guard: undefined, meant, agent, ...calleeOf(owner, facts) }];
      });
    }),
  );
}

/** The place of an object in the call that it is given to; of one that an agent holds, it is not known. */
function placeInCall({ value, model, call }: Owner, { argument, path = [] }: Place): GivenObject['in'] {
  if (value.kind === 'made' && value.call === call && typeof argument === 'number' && argument >= 0)
    return { call, argument, path };
  const { returnsArgument } = model as ToolModel;
  // The call that gives back what it is given, and not an object of that form.
  const isReturned =
    value.kind === 'object' && returnsArgument !== undefined && call.arguments?.[returnsArgument] === value.node;
  return isReturned ? { call, argument: returnsArgument, path } : undefined;
}

function calleeOf({ model, call, release }: Owner, { program }: AgentFacts): Pick<UnknownOption, 'callee' | 'release'> {
  const imported = importedFrom(call, program);
  const isOwn = imported?.version !== undefined && model.callee.packages.includes(imported.package);
  const own = release ?? { package: model.callee.packages[0] ?? '', version: undefined };
  return { callee: calledName(call) ?? model.callee.names[0] ?? '', release: isOwn ? imported : own };
}

/** The guard of the installed version that a key was meant to be: one with a word of it, a similar one, or the only one. */
function meantBy(key: string, model: CallModel | undefined, holder: Place): string | undefined {
  const names = model
    ? placesIn(model, (guard) => guard !== undefined && guard.shape !== 'skip')
        .filter((place) => textOf({ ...place, path: place.path?.slice(0, -1) ?? [] }) === textOf(holder))
        .flatMap(({ path = [] }) => path.slice(-1))
    : [];
  const distinct = [...new Set(names)];
  const words = wordsOf(key).filter(readsAsGuard);
  return (
    distinct.find((name) => wordsOf(name).some((word) => words.includes(word))) ??
    nearestOf(distinct, key) ??
    (distinct.length === 1 ? distinct[0] : undefined)
  );
}

/** The objects that places are in. */
function holdersOf(places: readonly Place[]): readonly Place[] {
  const holders = places.map(({ argument, path = [] }) => ({ argument, path: path.slice(0, -1) }));
  return [...new Map(holders.map((holder) => [textOf(holder), holder])).values()].filter(
    ({ path }) => !path.includes('*'),
  );
}

/** What is written at a place, and not only possible there. */
function givenAt(
  value: Value,
  { argument, path = [] }: Place,
): readonly { readonly name: string; readonly option: Value; readonly node: ts.Node }[] {
  const name = path.at(-1);
  if (name === undefined) return [];
  return optionsOf(readAt(value, { argument, path: path.slice(0, -1) })).flatMap((object) => {
    const option = object.kind === 'object' ? object.properties.get(name)?.() : undefined;
    return object.kind === 'object' && option ? [{ name, option, node: propertyIn(object, name, option) }] : [];
  });
}

function propertyIn({ node }: ObjectValue, name: string, option: Value): ts.Node {
  return (syntax.isObjectLiteralExpression(node) ? propertyNamed(node, name) : undefined) ?? option.node;
}

function isNothing(value: Value): boolean {
  return optionsOf(value).every((option) => option.kind === 'literal' && !option.value);
}

function textOf({ argument, path = [] }: Place): string {
  return [argument, ...path].join('.');
}
