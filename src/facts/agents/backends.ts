import type { AgentModel, BackendTool } from '../../models/agents/agent-sdk.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import { readAt } from '../../program/values/places.ts';
import {
  type ChoiceValue,
  type ObjectValue,
  type OpaqueResult,
  optionsOf,
  unknown,
  type Value,
} from '../../program/values/values.ts';
import { syntax, type ts } from '../../type-utils/index.ts';
import type { GivenGuard } from './guards.ts';
import type { ModelMatcher } from './matcher.ts';
import { effectOf, type GivenTool, guardsAt, type ToolFact } from './tools.ts';

/** How deep backends are looked for in others. */
const MAX_DEPTH = 4;

/** An agent, as it is made. */
interface Owner {
  readonly model: AgentModel;
  readonly node: ts.Node;
  readonly value: OpaqueResult | ObjectValue;
}

/**
 * The tools that the SDK gives an agent for what it is given to act on: those of a shell, of a folder, of a workspace. They
 * are defined where they can be guarded: in the workspace, which several agents may share, or in the agent.
 */
export function backendToolsOf({ model, node, value }: Owner, search: Search): readonly GivenTool[] {
  return (model.backends ?? []).flatMap(({ at, guards }) =>
    toolsBehind(readAt(value, at), guardsAt(value, guards), node, search),
  );
}

/** What backends are looked for with. */
interface Search {
  readonly matcher: ModelMatcher;
  readonly evaluator: Evaluator;
}

function toolsBehind(
  given: Value,
  around: readonly GivenGuard[],
  owner: ts.Node,
  search: Search,
  depth = 0,
): readonly GivenTool[] {
  if (depth >= MAX_DEPTH) return [];
  return optionsOf(given).flatMap((backend) => {
    // `backend: (config) => new CompositeBackend(…)`: made for each run.
    if (backend.kind === 'function') {
      const run = search.evaluator.runOfValue(backend);
      return toolsBehind(
        run.result(() => unknown(backend.fn)),
        around,
        owner,
        search,
        depth + 1,
      );
    }
    const model = backend.kind === 'made' ? search.matcher.at('backend', backend.call) : undefined;
    if (backend.kind !== 'made' || !model) return toolsByType(backend, around, owner, search);
    const guards = [...guardsAt(backend, model.guards), ...around];
    const place = model.guards ? backend.call : owner;
    const wrapped = (model.wraps ?? []).map((place) => readAt(backend, place));
    return [
      ...(model.tools ?? []).map((tool): GivenTool => ({
        tool: toolFactOf(tool, model.id, backend, guards, place),
        name: tool.name,
        place,
      })),
      ...wrapped.flatMap((each) => toolsBehind(each, guards, place, search, depth + 1)),
    ];
  });
}

/** Of a backend that is made elsewhere its type says what it is, and nothing with which it would do less. */
function toolsByType(
  { kind, node }: Exclude<Value, ChoiceValue>,
  around: readonly GivenGuard[],
  owner: ts.Node,
  { matcher }: Search,
): readonly GivenTool[] {
  const isOpen = kind === 'unknown' || kind === 'made';
  const { parent } = node;
  const expression = syntax.isAwaitExpression(parent) ? parent : node;
  const model = isOpen ? matcher.backendTypedAt(expression) : undefined;
  const value: ObjectValue = { kind: 'object', properties: new Map(), isOpen: true, node };
  return (model?.tools ?? [])
    .filter(({ effect }) => effect.unless === undefined && effect.onlyIf === undefined)
    .map((tool) => ({ tool: toolFactOf(tool, model?.id ?? '', value, around, owner), name: tool.name, place: owner }));
}

function toolFactOf(
  { name, effect }: BackendTool,
  id: string,
  backend: ObjectValue | OpaqueResult,
  guards: readonly GivenGuard[],
  node: ts.Node,
): ToolFact {
  const model = { id: `${id}.${name}`, callee: { packages: [], names: [name] }, effect, defaultName: name };
  return {
    kind: 'tool',
    model,
    value: backend,
    node,
    name,
    handler: undefined,
    runs: new Map(),
    alternatives: [],
    input: undefined,
    output: undefined,
    isRunElsewhere: false,
    ...effectOf(backend, model),
    hints: new Map(),
    guards,
  };
}
