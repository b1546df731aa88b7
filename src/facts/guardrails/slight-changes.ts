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
export function isAdding({ sink }: Effect): boolean {
  return addingMethods.some((method) => isOf(method, sink));
}

/** Whether a call changes little by what it is given: an entry that nobody else is told of, another name, a text that is put in. */
export function isSlightBy({ sink }: Effect, given: Value | undefined): boolean {
  if (!given) return false;
  const unless = ofMethod(additionsUnless, sink);
  if (unless) return !isGiven(propertyAt(given, unless));
  if (sink.endsWith('.batchUpdate')) return areAdding(propertyAt(given, ['requestBody', 'requests']));
  const settings = ofMethod(slightSettings, sink);
  return settings !== undefined && !isGiven(propertyAt(given, ['media'])) && areSlight(given, settings);
}

/** What a table has for the method that is called. */
function ofMethod<T>(table: Readonly<Record<string, T>>, sink: string): T | undefined {
  return Object.entries(table).find(([method]) => isOf(method, sink))?.[1];
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
  return optionsOf(requests).every((list) => {
    const { elements, isOpen } = elementsOf(list);
    return !isOpen && elements.length > 0 && elements.flatMap(optionsOf).every(isAddingRequest);
  });
}

function isAddingRequest(request: Value): boolean {
  if (request.kind !== 'object' || request.isOpen) return false;
  return [...request.properties.keys()].every((name) => addingRequests.test(name));
}

/** `client.issues.create` by `issues.create` */
function isOf(method: string, sink: string): boolean {
  return sink.endsWith(`.${method}`) || (sink === method && method.includes('.'));
}
