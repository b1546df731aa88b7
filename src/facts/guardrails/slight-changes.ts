import {
  addingMethods,
  addingRequests,
  additionsUnless,
  slightMethods,
  slightParts,
  slightSettings,
} from '../../models/agents/purpose.ts';
import type { Effect } from '../../program/effects/effects.ts';
import { elementsOf, isGiven, optionsOf, propertyAt, type Value } from '../../program/values/values.ts';

/** Whether what is called changes little, by its name: `client.reactions.add(…)`, `slack.chat.update(…)`. */
export function isSlight({ sink }: Effect): boolean {
  const [, ...parts] = sink.split('.');
  return parts.some((part) => slightParts.includes(part)) || slightMethods.some((method) => isOf(method, sink));
}

/** Whether what is called adds something that its owner can take away again: `octokit.issues.create(…)`. */
export function isAddition({ sink }: Effect): boolean {
  return addingMethods.some((method) => isOf(method, sink));
}

/** Whether a call changes little by what it is given: an entry that nobody else is told of, another name, a text that is put in. */
export function isSlightBy({ sink }: Effect, given: Value | undefined): boolean {
  if (!given) return false;
  const unless = Object.entries(additionsUnless).find(([method]) => isOf(method, sink))?.[1];
  if (unless) return !isGiven(propertyAt(given, unless));
  if (sink.endsWith('.batchUpdate')) return areAdding(propertyAt(given, ['requestBody', 'requests']));
  const settings = Object.entries(slightSettings).find(([method]) => isOf(method, sink))?.[1];
  return settings !== undefined && !isGiven(propertyAt(given, ['media'])) && areSlight(given, settings);
}

/** Whether all that is set of a thing is among what can be set back. */
function areSlight(given: Value, settings: Readonly<Record<string, readonly (string | boolean)[]>>): boolean {
  return optionsOf(propertyAt(given, ['requestBody'])).every((body) => {
    if (body.kind === 'literal') return body.value === undefined;
    if (body.kind !== 'object' || body.isOpen) return false;
    return [...body.properties].every(([name, value]) => {
      const values = Object.hasOwn(settings, name) ? settings[name] : undefined;
      if (!values) return false;
      const isAmong = (option: Value): boolean =>
        option.kind === 'literal' && values.some((each) => each === option.value);
      return values.length === 0 || optionsOf(value()).every(isAmong);
    });
  });
}

/** `[{ insertText: { text, location } }]` */
function areAdding(requests: Value): boolean {
  const lists = optionsOf(requests);
  return (
    lists.length > 0 &&
    lists.every((list) => {
      const { elements, isOpen } = elementsOf(list);
      return (
        elements.length > 0 &&
        !isOpen &&
        elements
          .flatMap(optionsOf)
          .every(
            (request) =>
              request.kind === 'object' &&
              !request.isOpen &&
              [...request.properties.keys()].every((name) => addingRequests.test(name)),
          )
      );
    })
  );
}

/** `client.issues.create` by `issues.create` */
function isOf(method: string, sink: string): boolean {
  return sink.endsWith(`.${method}`) || (sink === method && method.includes('.'));
}
