import type { ts } from '../../type-utils/index.ts';
import type { RemoteModel } from '../../models/agents/agent-sdk.ts';
import { isGiven, type OpaqueResult, type ObjectValue, optionsOf, type Value } from '../../program/values/values.ts';
import { type GivenGuard } from './guards.ts';
import { readAt } from '../../program/values/places.ts';

/** An agent that runs elsewhere, behind a protocol or in another process: what it can do is not in the program. */
export interface RemoteAgent {
  readonly kind: 'remote';
  readonly model: Pick<RemoteModel, 'id' | 'noun'>;
  /** What stands for it: the call, or the object. */
  readonly node: ts.Node;
  readonly name: string | undefined;
  /** Where it can be reached, as far as the program says it. */
  readonly address: string | undefined;
  /** The guards of the step to it. */
  readonly guards: readonly GivenGuard[];
}

/** Whether what a step leads to runs elsewhere. */
export function isRemote(agent: object): agent is RemoteAgent {
  return 'kind' in agent && agent.kind === 'remote';
}

/** The remote agent that a call or an object stands for. */
export function remoteAgentOf(
  value: OpaqueResult | ObjectValue,
  model: RemoteModel,
  node: ts.Node,
  key?: string,
): RemoteAgent {
  const { address = [], guards = [] } = model;
  return {
    kind: 'remote',
    model,
    node,
    name: anyTextIn(model.name && readAt(value, model.name)) ?? key ?? model.defaultName,
    address: address.map((place) => anyTextIn(readAt(value, place))).find((text) => text !== undefined),
    guards: guards.map((guard) => ({ guard, value: readAt(value, guard.at), owner: value })),
  };
}

/** Whether an object is of the form of a remote agent: it says where that one is. */
export function isRemoteForm(value: ObjectValue, { address = [] }: RemoteModel): boolean {
  return address.some((place) => isGiven(readAt(value, place)));
}

/** A text that a value may be: `process.env.URL ?? 'http://localhost'`. */
function anyTextIn(value: Value | undefined): string | undefined {
  for (const option of value ? optionsOf(value) : [])
    if (option.kind === 'literal' && typeof option.value === 'string') return option.value;
  return undefined;
}
