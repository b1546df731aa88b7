import type { AgentModel, BackendTool } from '../../models/agents/agent-sdk.ts';
import { readAt } from '../../program/values/places.ts';
import { type ObjectValue, type OpaqueResult, optionsOf, type Value } from '../../program/values/values.ts';
import type { ts } from '../../type-utils/index.ts';
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
export function backendToolsOf({ model, node, value }: Owner, matcher: ModelMatcher): readonly GivenTool[] {
  return (model.backends ?? []).flatMap(({ at, guards }) =>
    toolsBehind(readAt(value, at), guardsAt(value, guards), node, matcher),
  );
}

function toolsBehind(
  given: Value,
  around: readonly GivenGuard[],
  owner: ts.Node,
  matcher: ModelMatcher,
  depth = 0,
): readonly GivenTool[] {
  return optionsOf(given).flatMap((backend) => {
    const model = backend.kind === 'made' && depth < MAX_DEPTH ? matcher.at('backend', backend.call) : undefined;
    if (backend.kind !== 'made' || !model) return [];
    const guards = [...guardsAt(backend, model.guards), ...around];
    const place = model.guards ? backend.call : owner;
    const wrapped = (model.wraps ?? []).map((place) => readAt(backend, place));
    return [
      ...(model.tools ?? []).map((tool): GivenTool => ({
        tool: toolFactOf(tool, model.id, backend, guards, place),
        name: tool.name,
        place,
      })),
      ...wrapped.flatMap((each) => toolsBehind(each, guards, place, matcher, depth + 1)),
    ];
  });
}

function toolFactOf(
  { name, effect }: BackendTool,
  id: string,
  backend: OpaqueResult,
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
