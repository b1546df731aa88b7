import { SessionError } from './session-error.ts';

/** A page of `tools/list` and its like. */
interface Page {
  readonly nextCursor?: string | undefined;
}

/**
 * All pages of a list, one after the other, as the loop asks for them:
 * `for await (const { tools } of pagesOf((page) => client.listTools(page)))`.
 *
 * @throws SessionError `invalid result` where the server hands out a cursor for the second time: it would never end
 */
export async function* pagesOf<Result extends Page>(
  list: (params: { cursor?: string }) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await list(cursor === undefined ? {} : { cursor });
    yield page;
    cursor = page.nextCursor;
    if (cursor !== undefined && seen.has(cursor)) {
      throw new SessionError('invalid result', 'The list does not end: its server gave the same cursor twice.');
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
