import type {
  AgentToolModel,
  Guard,
  Place,
  RemoteModel,
  ToolModel,
  ToolSetModel,
} from '../../models/agents/agent-sdk.ts';
import type { EffectKind } from '../../models/effects/effect.ts';
import { keyOfProperty, syntax, type ts } from '../../type-utils/index.ts';
import {
  elementsOf,
  type FunctionRun,
  type FunctionValue,
  isGiven,
  literal,
  type LiteralValue,
  type OpaqueResult,
  type ObjectValue,
  optionsOf,
  propertyAt,
  propertyOf,
  spreadIn,
  textIn,
  unknown,
  type Value,
} from '../../program/values/values.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import { type Effect, effectsOf, outsideCallsOf, stepsOf, undecidedCallsOf } from '../../program/effects/effects.ts';
import { type GivenGuard } from './guards.ts';
import { functionsAround } from '../../program/values/functions.ts';
import { readAt } from '../../program/values/places.ts';
import type { Call, ModelMatcher } from './matcher.ts';

/** A tool, as one call or object defines it. */
export interface ToolFact {
  readonly kind: 'tool';
  readonly model: ToolModel;
  readonly value: OpaqueResult | ObjectValue;
  /** What defines it: the call, or the object. */
  readonly node: ts.Node;
  /** The name that it has by its definition. */
  readonly name: string | undefined;
  readonly handler: syntax.FunctionLike | undefined;
  /** The handler as a call of a function around it made it, where one did. */
  readonly inCall?: FunctionRun | undefined;
  /** The calls in its handler that run a function which the handler was made with: `def.run(input)`. */
  readonly runs: ReadonlyMap<ts.Node, readonly syntax.FunctionLike[]>;
  /** The same tool with each other handler that it may have, without one where that is not known: `dry ? show : erase`. */
  readonly alternatives: readonly ToolFact[];
  /** What says of which form its input and its result are. */
  readonly input: ts.Node | undefined;
  readonly output: ts.Node | undefined;
  /** It has no handler here: another program runs it, such as the page in a browser. */
  readonly isRunElsewhere: boolean;
  /** What the SDK does where it runs the tool itself. */
  readonly does: EffectKind | 'nothing' | undefined;
  /** The methods by which it does that, where all of them are known. */
  readonly methods: readonly syntax.FunctionLike[];
  /** What the author says of it: empty where it says nothing. */
  readonly hints: ReadonlyMap<string, LiteralValue>;
  readonly guards: readonly GivenGuard[];
}

/** The tools of a server, which are not in the program. */
export interface ToolSetFact {
  readonly kind: 'set';
  readonly model: ToolSetModel;
  readonly node: Call;
  /** Names that restrict it. Undefined: all that the server has. */
  readonly only: Names | undefined;
  readonly guards: readonly GivenGuard[];
}

/** Another agent, run as a tool or handed over to by one. */
export interface AgentToolFact {
  readonly kind: 'agent';
  readonly model: AgentToolModel | RemoteModel;
  readonly node: ts.Node;
  readonly agent: Value;
  /** What the agent is called, where that is all that is known of it. */
  readonly named: string | undefined;
  readonly guards: readonly GivenGuard[];
}

/** What an agent is given to invoke. */
export interface GivenTool {
  readonly tool: ToolFact | ToolSetFact | AgentToolFact;
  /** The name that it has for the agent. */
  readonly name: string | undefined;
  /** The guards of the agent that do not apply to it. */
  readonly beyond?: readonly string[];
  /** The place where it is given, as far as it is written there; otherwise what defines it. */
  readonly place: ts.Node;
}

const hintNames = ['readOnlyHint', 'destructiveHint'] as const;

/** Reads tools out of values. */
export class ToolReader {
  readonly #matcher: ModelMatcher;
  readonly #evaluator: Evaluator;

  constructor(matcher: ModelMatcher, evaluator: Evaluator) {
    this.#matcher = matcher;
    this.#evaluator = evaluator;
  }

  /**
   * The tool that a value is.
   *
   * @param literals the models of which an object of that form is a tool where it stands
   */
  toolOf(
    value: OpaqueResult | ObjectValue,
    literals: readonly ToolModel[],
  ): ToolFact | ToolSetFact | AgentToolFact | undefined {
    if (value.kind === 'object') return this.#copyOf(value) ?? this.#literalOf(value, literals);
    const { call } = value;
    const tool = this.#matcher.at('tool', call);
    if (tool) return this.#tool(value, tool, call);
    const agentTool = this.#matcher.at('agentTool', call);
    if (agentTool)
      return {
        kind: 'agent',
        model: agentTool,
        node: call,
        agent: agentTool.agent ? readAt(value, agentTool.agent) : unknown(call),
        named: textIn(agentTool.named && readAt(value, agentTool.named)),
        guards: guardsAt(value, agentTool.guards),
      };
    const remote = this.#matcher.at('remote', call);
    if (remote)
      return {
        kind: 'agent',
        model: remote,
        node: call,
        agent: value,
        named: undefined,
        guards: guardsAt(value, remote.guards),
      };
    const set = this.#matcher.at('toolSet', call);
    if (set)
      return {
        kind: 'set',
        model: set,
        node: call,
        only: set.only && this.#namesLetInBy(readAt(value, set.only), set),
        guards: guardsAt(value, set.guards),
      };
    const extended = this.#matcher.extendedAt('tool', call);
    if (extended) return this.#tool(value, extended, call);
    // `tools: { shell: new ShellTool() }`: an instance has what an object of that form would have.
    return syntax.isNewExpression(call) ? this.#literalOf(membersOf(value, literals), literals) : undefined;
  }

  /** `{ ...erase, needsApproval: true }`, of a tool that is an object. */
  #copyOf(value: ObjectValue): ToolFact | undefined {
    const [original, ...others] = value.spread ?? [];
    const model = original && others.length === 0 ? this.#matcher.at('tool', original.call) : undefined;
    if (!original || !model?.object || value.properties.has(model.object.run)) return undefined;
    const options = original.argument(0);
    if (options.kind !== 'object') return undefined;
    const own = [...value.properties].filter(([name]) => !standsBefore(name, value.node));
    const properties = new Map([...options.properties, ...own]);
    const copy: OpaqueResult = {
      ...original,
      argument: (index) => (index === 0 ? { ...options, properties } : original.argument(index)),
      node: value.node,
    };
    return this.#tool(copy, model, value.node);
  }

  #literalOf(value: ObjectValue, literals: readonly ToolModel[]): ToolFact | undefined {
    const model = literals.find(({ handler }) => handler && hasFunctionAt(value, handler));
    return model && this.#tool(value, model, value.node);
  }

  /** The names of the tools of a server that a filter lets in: open where that is not known. */
  #namesLetInBy(filter: Value, { filter: model }: ToolSetModel): Names | undefined {
    const [option, other] = optionsOf(filter);
    if (!model || other || !option) return namesIn(filter);
    const isMade = option.kind === 'made' && this.#matcher.isCallOfAny(option.call, [model.madeBy]);
    if (option.kind !== 'object' && !isMade) return namesIn(filter);
    const allowed = isMade ? propertyOf(option.argument(0), model.of) : propertyOf(option, model.lets);
    return (isGiven(allowed) ? namesIn(allowed) : undefined) ?? { names: new Set(), isOpen: true };
  }

  /** The tools in a list, an object or a set of tools. */
  toolsIn(
    value: Value,
    literals: readonly ToolModel[],
    depth = 0,
    assignments = 0,
  ): { readonly tools: readonly GivenTool[]; readonly isOpen: boolean } {
    const tools: GivenTool[] = [];
    let isOpen = false;
    const add = (given: Value, key: string | undefined): void => {
      for (const option of optionsOf(given)) {
        const tool = option.kind === 'made' || option.kind === 'object' ? this.toolOf(option, literals) : undefined;
        if (!tool && option.kind === 'object' && key !== undefined && depth === 0) {
          // `toolsets: { caches: { clear } }`
          const inner = this.toolsIn(option, literals, 1);
          tools.push(...inner.tools);
          isOpen ||= inner.isOpen;
        } else if (!tool) isOpen ||= option.kind !== 'literal';
        else tools.push({ tool, name: key ?? ('name' in tool ? tool.name : undefined), place: option.node });
      }
    };
    for (const option of optionsOf(value)) {
      if (option.kind === 'list') for (const element of option.elements) add(element(), undefined);
      else if (option.kind === 'object') for (const [key, property] of option.properties) add(property(), key);
      else if (option.kind === 'made') add(option, undefined);
      else if (option.kind === 'function' && depth === 0) {
        // `tools: ({ requestContext }) => …`, which the SDK calls for each request.
        const run = this.#evaluator.runOfValue(option);
        const result = run.result(() => unknown(option.node));
        const given = this.toolsIn(result, literals, 1);
        tools.push(...given.tools);
        isOpen ||= given.isOpen;
      } else {
        isOpen ||= option.kind !== 'literal';
        // `let tools; if (mayWrite) tools = { erase };`
        if (option.kind === 'unknown' && option.symbol?.kind === 'either' && assignments < MAX_ASSIGNMENTS)
          for (const each of option.symbol.reaching?.() ?? [])
            tools.push(...this.toolsIn(each, literals, depth, assignments + 1).tools);
      }
      isOpen ||= 'isOpen' in option && option.isOpen;
    }
    for (const made of spreadIn(value)) add(made, undefined);
    return { tools, isOpen };
  }

  #tool(value: OpaqueResult | ObjectValue, model: ToolModel, node: ts.Node): ToolFact {
    const { members } = model;
    const named = members ? propertyOf(value, members.name) : model.name && readAt(value, model.name);
    const run = members ? propertyOf(value, members.handler) : model.handler && readAt(value, model.handler);
    const [handler, ...others] = run ? handlersIn(run) : [];
    const annotations = model.annotations && readAt(value, model.annotations);
    const hints = new Map<string, LiteralValue>();
    for (const hint of hintNames) {
      const said = annotations && propertyAt(annotations, [hint]);
      if (said?.kind === 'literal' && said.value !== undefined) hints.set(hint, said);
    }
    const said = model.class && readAt(value, model.class);
    if (said && textIn(said) === 'read') hints.set('readOnlyHint', literal(true, said.node));
    if (said && textIn(said) === 'write') hints.set('destructiveHint', literal(true, said.node));
    const tool: Omit<ToolFact, 'alternatives' | 'handler' | 'runs'> = {
      kind: 'tool',
      model,
      value,
      node,
      name: textIn(named) ?? model.defaultName,
      input: model.input && schemaAt(value, model.input),
      output: model.output && schemaAt(value, model.output),
      isRunElsewhere:
        model.isHosted ??
        (run !== undefined && optionsOf(run).every(({ kind }) => kind === 'literal' || kind === 'object')),
      ...effectOf(value, model),
      hints,
      guards: guardsAt(value, model.guards),
    };
    const withHandler = (option: FunctionValue | undefined, alternatives: readonly ToolFact[]): ToolFact => ({
      ...tool,
      handler: option?.fn,
      inCall: option?.inCall,
      runs: option ? this.#evaluator.runOfValue(option).calls() : new Map(),
      alternatives,
    });
    return withHandler(
      handler,
      others.map((option) => withHandler(option, [])),
    );
  }
}

/** Whether a property is written before all that is spread into an object, which has one in its place. */
function standsBefore(name: string, object: ts.Node): boolean {
  if (!syntax.isObjectLiteralExpression(object)) return false;
  const first = object.properties.find((each) => syntax.isSpreadAssignment(each));
  return object.properties.some((each) => first && each.pos < first.pos && keyOfProperty(each) === name);
}

/** Through how many variables that are assigned again the tools of an agent are followed. */
const MAX_ASSIGNMENTS = 3;

/** The functions that a handler may be, the known ones first; undefined for one that is not known. */
function handlersIn(run: Value): readonly (FunctionValue | undefined)[] {
  const options = optionsOf(run).filter(({ kind }) => kind !== 'literal');
  const functions = options.filter((option) => option.kind === 'function');
  return functions.length < options.length ? [...functions, undefined] : functions;
}

/** What a tool runs: its handler, and the functions that this was made with. */
export function functionsOf({ handler, runs }: ToolFact): readonly syntax.FunctionLike[] {
  return handler ? [...new Set([handler, ...[...runs.values()].flat()])] : [];
}

/** A tool with each handler that it may have. */
export function handledBy(tool: ToolFact): readonly ToolFact[] {
  return [tool, ...tool.alternatives];
}

/** What a tool does, as far as its handler is in the program. */
export function effectsOfTool(tool: ToolFact, program: ts.Program): readonly Effect[] {
  return rootsOf(tool, program).flatMap((fn) =>
    effectsOf(fn, program, runOf(tool, fn)).filter((effect) => isOfRun(effect, tool)),
  );
}

/** What a tool runs, without the functions to which a call leads by itself: there it is known what they are given. */
function rootsOf(tool: ToolFact, program: ts.Program): readonly syntax.FunctionLike[] {
  const isLedTo = (fn: syntax.FunctionLike): boolean =>
    [...tool.runs].every(
      ([call, functions]) =>
        !functions.includes(fn) ||
        functionsAround(call).some((outer) =>
          stepsOf(outer, program).some((step) => step.call === call && step.to === fn),
        ),
    );
  return functionsOf(tool).filter((fn) => fn === tool.handler || !isLedTo(fn));
}

/** The calls of sinks that a tool comes to, of which it is not known whether they have an effect. */
export function undecidedCallsOfTool(tool: ToolFact, program: ts.Program): readonly Call[] {
  return functionsOf(tool).flatMap((fn) => undecidedCallsOf(fn, program, runOf(tool, fn)));
}

function runOf({ handler, inCall }: ToolFact, fn: syntax.FunctionLike): FunctionRun | undefined {
  return fn === handler ? inCall : undefined;
}

/** The calls of what is not in the program that a tool comes to. */
export function outsideCallsOfTool(tool: ToolFact, program: ts.Program): readonly Call[] {
  return functionsOf(tool)
    .flatMap((fn) => outsideCallsOf(fn, program))
    .filter((call) => !tool.runs.has(call));
}

/** Whether each call that leads to an effect runs in this tool what it runs there, as far as what the tool was made with shows it. */
function isOfRun({ path, frames }: Effect, { runs }: ToolFact): boolean {
  return path.every((call, index) => {
    const known = runs.get(call);
    const next = frames[index + 1];
    return !known || !next || next.isCallback || known.some((fn) => fn === next.fn);
  });
}

/**
 * What a tool has in a property: a field that all of its kind have, or its name, in `name` or `id`. Undefined where it is another
 * property, or where the name is not certain: some SDKs replace what is no letter or digit.
 */
export function fieldHeldBy(tool: OpaqueResult, model: ToolModel, property: string): Value | undefined {
  const { name, defaultName, object, returnsArgument } = model;
  const field = object && Object.hasOwn(object.fields, property) ? object.fields[property] : undefined;
  if (field !== undefined) return literal(field, tool.call);
  if (!name || returnsArgument !== undefined || (name.path?.at(-1) ?? 'name') !== property) return undefined;
  const text = textIn(readAt(tool, name)) ?? defaultName;
  return text !== undefined && /^[\w-]+$/.test(text) ? literal(text, tool.call) : undefined;
}

/** The guards that an owner may have, with their values. */
export function guardsAt(owner: Value, guards: readonly Guard[] = []): readonly GivenGuard[] {
  return guards.map((guard) => ({ guard, value: readAt(owner, guard.at), owner }));
}

/** Names in a list; open where it may have more. */
export interface Names {
  readonly names: ReadonlySet<string>;
  readonly isOpen: boolean;
}

/**
 * The texts in a list, or in the lists of an object (`{ allowedToolNames: […] }`). Undefined where none is given, or
 * something that stands for all, such as a preset.
 */
export function namesIn(value: Value): Names | undefined {
  // `schemas: { search: { … } }` names the tools by its keys.
  const [only] = optionsOf(value);
  const entries =
    only?.kind === 'object' ? [...only.properties].map(([key, entry]) => ({ key, kind: entry().kind })) : [];
  if (
    only?.kind === 'object' &&
    entries.length > 0 &&
    entries.every(({ kind }) => kind === 'object' || kind === 'made')
  )
    return { names: new Set(entries.map(({ key }) => key)), isOpen: only.isOpen };
  const lists = optionsOf(value).flatMap((option) =>
    option.kind === 'object' ? [...option.properties.values()].map((property) => property()) : [option],
  );
  const isUnknown = lists.some(({ kind }) => kind === 'unknown' || kind === 'made' || kind === 'function');
  if (!isUnknown && lists.every(({ kind }) => kind !== 'list')) return undefined;
  const parts = lists.map(elementsOf);
  const elements = parts.flatMap((part) => part.elements);
  return {
    names: new Set(elements.flatMap((name) => (name.kind === 'literal' ? [String(name.value)] : []))),
    isOpen: isUnknown || parts.some(({ isOpen }) => isOpen) || elements.some(({ kind }) => kind !== 'literal'),
  };
}

/** What says that tools of a server run unasked, and their names: `{ never: { toolNames: ['search'] } }`. */
export function namesLetBy({ guard, value }: GivenGuard): readonly (Pick<Names, 'names'> & Pick<Value, 'node'>)[] {
  if (guard.shape !== 'servers') return [];
  return optionsOf(value).flatMap((option) =>
    guard.allowedBy.flatMap((answer) => {
      const given = option.kind === 'object' && typeof answer === 'string' && option.properties.get(answer)?.();
      const found = given ? namesIn(given) : undefined;
      return given && found ? [{ names: found.names, node: given.node }] : [];
    }),
  );
}

/** What a tool does that the SDK runs, by what the call is given that makes it, or what it acts on. */
export function effectOf(
  value: Value,
  { effect, handler }: Pick<ToolModel, 'effect' | 'handler'>,
): Pick<ToolFact, 'does' | 'methods'> {
  if (handler) return { does: undefined, methods: [] };
  const { unless, onlyIf, by } = effect ?? {};
  const isOneOf = ({ at, values }: NonNullable<typeof unless>): boolean =>
    optionsOf(readAt(value, at)).some(
      (option) => option.kind === 'literal' && values.some((each) => each === option.value),
    );
  const isContained = (unless && isOneOf(unless)) ?? false;
  const isAbroad = onlyIf ? isOneOf(onlyIf) : true;
  const object = by && readAt(value, by);
  // `{ create, dispose }` makes the object that does it: these two do nothing themselves.
  const isMaker = object?.kind === 'object' && object.properties.has('create');
  const methods =
    object?.kind === 'object' && !object.isOpen && !isMaker
      ? [...object.properties.values()].map((method) => method())
      : [];
  return {
    does: isContained || !isAbroad ? 'nothing' : effect?.kind,
    methods: methods.flatMap((method) => (method.kind === 'function' ? [method.fn] : [])),
  };
}

function schemaAt(value: Value, place: Place): ts.Node | undefined {
  const schema = readAt(value, place);
  return isGiven(schema) ? schema.node : undefined;
}

/** An instance as the object that the SDK takes it for, with the members that the models of tools read. */
function membersOf(instance: OpaqueResult, models: readonly ToolModel[]): ObjectValue {
  const names = models.flatMap(({ name, handler, description, input, output, annotations, guards = [] }) =>
    [name, handler, description, input, output, annotations, ...guards.map(({ at }) => at)].flatMap(
      (place) => place?.path?.slice(0, 1) ?? [],
    ),
  );
  const properties = new Map(names.map((name) => [name, () => propertyOf(instance, name)]));
  return { kind: 'object', properties, isOpen: true, node: instance.call };
}

function hasFunctionAt(value: ObjectValue, { path = [] }: Place): boolean {
  return optionsOf(propertyAt(value, path)).some(({ kind }) => kind === 'function');
}
