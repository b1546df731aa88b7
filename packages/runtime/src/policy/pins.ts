import { hasOwn, keysOf } from '../globals.ts';
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
  const differing: string[] = [];
  for (const server of new Set([...keysOf(left.pins), ...keysOf(right.pins)])) {
    const [here, there] = [pinAt(left.pins, server), pinAt(right.pins, server)];
    if (here !== there) differing.push(`${shown(server)} (${here ?? 'none'} and ${there ?? 'none'})`);
  }
  if (differing.length === 0) return;
  throw new RegistryError(
    `Both sides have to enforce the same registries, and differ in ${differing.join(', ')}. Deploy the same pinned documents to both.`,
  );
}

/**
 * Compares registries with the pins that are expected, in any order.
 *
 * @throws RegistryError naming what is missing and what is too much
 */
export function checkPins(pins: RegistryPins, expected: RegistryPin | readonly RegistryPin[]): void {
  const wanted = new Set<RegistryPin>(typeof expected === 'string' ? [expected] : expected);
  const found = new Set(Object.values(pins));
  const missing = [...wanted].filter((pin) => !found.has(pin));
  const foreign = [...found].filter((pin) => !wanted.has(pin));
  if (missing.length === 0 && foreign.length === 0) return;
  const problems = [
    ...missing.map((pin) => `no registry has the pin ${shown(pin)}`),
    ...foreign.map((pin) => `a registry with the pin ${shown(pin)} is not expected`),
  ];
  throw new RegistryError(
    `${problems.join('; ')}. Load the pinned documents, or review the change and update the pins.`,
  );
}

function pinAt(pins: RegistryPins, server: string): RegistryPin | undefined {
  return hasOwn(pins, server) ? pins[server] : undefined;
}
