import type { Place } from '../../models/agents/agent-sdk.ts';
import { readAt } from '../../program/values/places.ts';
import { type OpaqueResult, optionsOf, propertyAt, textIn } from '../../program/values/values.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import type { ToolSetFact } from './tools.ts';

/** The id of a server at a place of a call; of the receiver, in what that was made with. Undefined: the call does not say it. */
export function serverAt(value: OpaqueResult, place: Place | undefined): string | undefined {
  if (place?.argument !== 'receiver') return place && textIn(readAt(value, place));
  const [receiver, other] = optionsOf(value.receiver());
  return receiver?.kind === 'made' && !other ? textIn(propertyAt(receiver.argument(0), place.path ?? [])) : undefined;
}

/** The id of the server that a set of tools is of. */
export function serverOfSet({ node, model }: ToolSetFact, evaluator: Evaluator): string | undefined {
  const value = evaluator.valueOf(node);
  return value.kind === 'made' ? serverAt(value, model.server) : undefined;
}
