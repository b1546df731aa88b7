import { each, hasOwn, isIn, keysOf, valuesOf } from '../globals.ts';
import { RegistryError, shown } from './denied.ts';
import type { RegistryPin } from './registry.ts';

/** The pins of the registries that something enforces, by their servers. Plain data, to be sent to the other side. */
export type RegistryPins = Readonly<Record<string, RegistryPin>>;

/** Something that enforces registries: a connector, a gateway, or the pins of one that runs elsewhere. */
export interface Pinned {
  readonly pins: RegistryPins;
}

/**
 * Throws where two sides do not enforce the same registries.
 *
 * @throws RegistryError naming the servers whose registries differ
 */
export function requireRegistryParity(left: Pinned, right: Pinned): void {
  let differing = '';
  const compare = (server: string): void => {
    const here = pinAt(left.pins, server);
    const there = pinAt(right.pins, server);
    if (here !== there) differing += `${differing === '' ? '' : ', '}${shown(server)} (${here ?? 'none'} and ${there ?? 'none'})`; // prettier-ignore
  };
  each(keysOf(left.pins), compare);
  each(keysOf(right.pins), (server) => {
    if (!hasOwn(left.pins, server)) compare(server);
  });
  if (differing === '') return;
  throw new RegistryError(
    `Both sides have to enforce the same registries, and differ in ${differing}. Deploy the same pinned documents to both.`,
  );
}

/**
 * Compares registries with the pins that are expected, in any order.
 *
 * @throws RegistryError naming what is missing and what is too much
 */
export function checkPins(pins: RegistryPins, expected: RegistryPin | readonly RegistryPin[]): void {
  const wanted = typeof expected === 'string' ? [expected] : expected;
  const found = valuesOf(pins);
  let problems = '';
  const add = (problem: string): void => {
    problems += problems === '' ? problem : `; ${problem}`;
  };
  each(wanted, (pin) => {
    if (!isIn(found, pin)) add(`no registry has the pin ${shown(pin)}`);
  });
  each(found, (pin) => {
    if (!isIn(wanted, pin)) add(`a registry with the pin ${shown(pin)} is not expected`);
  });
  if (problems === '') return;
  throw new RegistryError(`${problems}. Load the pinned documents, or review the change and update the pins.`);
}

function pinAt(pins: RegistryPins, server: string): RegistryPin | undefined {
  return hasOwn(pins, server) ? pins[server] : undefined;
}
