import type { Place } from '../../models/agents/agent-sdk.ts';
import type { Evaluator } from './evaluator.ts';
import { choice, isGiven, literal, optionsOf, propertyAt, unknown, type Value } from './values.ts';

/** What a call, or an object that stands for one, is given at a place: nothing at one that the installed version lacks. */
export function readAt(value: Value, place: Place | undefined): Value {
  if (!place) return literal(undefined, value.node);
  const { argument, path = [], formerly } = place;
  const read = readPath(value, argument, path);
  return formerly && !isGiven(read) ? readPath(value, argument, formerly) : read;
}

/** The same, or what a function there returns, where the place is in that: `prepareCall: () => ({ tools })`. */
export function resultAt(value: Value, place: Place, evaluator: Evaluator): Value {
  const given = readAt(value, place);
  const { result } = place;
  if (!result) return given;
  const [name = ''] = result;
  const stated = optionsOf(given)
    .flatMap((option) =>
      option.kind === 'function' ? optionsOf(evaluator.runOfValue(option).result(() => unknown(option.node))) : [],
    )
    .filter((option) => option.kind === 'object' && option.properties.has(name));
  if (stated.length === 0) return literal(undefined, given.node);
  return choice(
    stated.map((option) => propertyAt(option, result)),
    given.node,
  );
}

function readPath(value: Value, argument: Place['argument'], path: readonly string[]): Value {
  return choice(
    optionsOf(value).map((option) => {
      if (option.kind === 'made') {
        const given = argument === 'receiver' ? option.receiver() : option.argument(argument);
        const read = propertyAt(given, path);
        const [name] = path.slice(-1);
        const later = name === undefined ? undefined : option.assigned.get(name)?.();
        return later ? choice([read, later], read.node) : read;
      }
      if (option.kind !== 'object') return unknown(option.node);
      return argument === 0 ? propertyAt(option, path) : literal(undefined, option.node);
    }),
    value.node,
  );
}
