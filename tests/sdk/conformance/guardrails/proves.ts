import { type Mock, it, vi } from 'vitest';
import { withoutNetwork } from '../without-network.ts';

/** The handler of the tool under test. Whether it ran is what every fact is about. */
export type Handler = Mock<() => string>;

/** The name that the tool under test has for the model. */
export const ERASE = 'erase';

/**
 * Registers a test of what an SDK does, titled with the model entry that it proves. The body gets a handler that nobody
 * called. Nothing may be fetched while it runs.
 */
export function proves(id: string, text: string, body: (handler: Handler) => Promise<void> | void): void {
  it(`${id}: ${text}`, () => withoutNetwork(() => body(vi.fn(() => 'erased'))));
}
