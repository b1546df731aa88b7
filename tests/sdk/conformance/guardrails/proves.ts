import { type Mock, expect, it, vi } from 'vitest';

/** The handler of the tool under test. Whether it ran is what every fact is about. */
export type Handler = Mock<() => string>;

/** The name that the tool under test has for the model. */
export const ERASE = 'erase';

/**
 * Registers a test of what an SDK does, titled with the model entry that it proves. The body gets a handler that nobody
 * called. Nothing may be fetched while it runs.
 */
export function proves(id: string, text: string, body: (handler: Handler) => Promise<void> | void): void {
  it(`${id}: ${text}`, async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('This test has no network.'));
    try {
      await body(vi.fn(() => 'erased'));
      expect(fetched).not.toHaveBeenCalled();
    } finally {
      fetched.mockRestore();
    }
  });
}
