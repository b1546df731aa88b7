import type { GuardPart } from '../../models/agents/agent-sdk.ts';
import { readAt } from '../../program/values/places.ts';
import { elementsOf, isGiven, optionsOf, type Value } from '../../program/values/values.ts';
import type { Origin } from '../../type-utils/index.ts';
import type { GivenGuard } from './guards.ts';
import type { ModelMatcher } from './matcher.ts';

/** The guards among the parts of an agent or a runner, such as its middleware. */
export interface GuardingParts {
  readonly guards: readonly GivenGuard[];
  /** One of the parts is not known, and may guard. */
  readonly isUnknown: boolean;
}

/**
 * The guards in a list of parts.
 *
 * @param models what guards among such parts, in the version that is installed
 */
export function guardingPartsIn(
  list: Value,
  owner: Value,
  models: readonly GuardPart[],
  matcher: ModelMatcher,
): GuardingParts {
  const { elements, isOpen } = elementsOf(list);
  const found = elements.flatMap(optionsOf).map((part) => guardOfPart(part, models, matcher));
  return {
    guards: found.flatMap((part) => (part === 'unknown' ? [] : part.map((given) => ({ ...given, owner })))),
    isUnknown: isOpen || found.includes('unknown'),
  };
}

function guardOfPart(
  part: Value,
  models: readonly GuardPart[],
  matcher: ModelMatcher,
): 'unknown' | readonly Omit<GivenGuard, 'owner'>[] {
  if (part.kind === 'literal') return [];
  // What the call of a part is given is an object of the same form.
  if (part.kind === 'object')
    return models.map(({ guard }) => ({ guard, value: readAt(part, guard.at) })).filter(({ value }) => isGiven(value));
  // What the SDK itself brings, and is not modelled, guards nothing; nor does a function that makes a part, and is not called.
  const bringsNone = (origin: Origin | undefined): boolean =>
    models.some(({ callee }) => origin && callee.packages.includes(origin.package));
  if (part.kind !== 'made') return bringsNone(matcher.originOfName(part.node)) ? [] : 'unknown';
  const model = matcher.at('part', part.call);
  if (model && !model.member) {
    const value = readAt(part, model.guard.at);
    return [{ guard: model.guard, value, ...(model.isInertByDefault ? { part: part.call } : {}) }];
  }
  const extended = matcher.extendedAt('part', part.call);
  const method = extended?.member === undefined ? undefined : part.member(extended.member);
  if (extended) return method ? [{ guard: extended.guard, value: method }] : [];
  return bringsNone(matcher.originOf(part.call)?.origin) ? [] : 'unknown';
}
