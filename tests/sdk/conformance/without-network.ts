import { expect, vi } from 'vitest';

/** Runs something during which nothing outside of this machine may be fetched. */
export async function withoutNetwork<T>(body: () => Promise<T> | T): Promise<T> {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('This test has no network.'));
  try {
    const result = await body();
    // Transports of an earlier test of the process may still look for their server, which is on this machine.
    const elsewhere = fetched.mock.calls.map(([request]) => addressOf(request)).filter((url) => !isLocal(url));
    expect(elsewhere).toEqual([]);
    return result;
  } finally {
    fetched.mockRestore();
  }
}

function addressOf(request: Parameters<typeof fetch>[0]): string {
  return request instanceof Request ? request.url : String(request);
}

function isLocal(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
