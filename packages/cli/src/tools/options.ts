import type { ConnectionOptions } from './live/connection.ts';
import { UsageError } from '../usage-error.ts';

/** The options of commands that speak to a server. */
export interface LiveOptions extends ConnectionOptions {
  /** In seconds. */
  readonly timeout?: string;
  /** The id of the server, where it is not the name that the server states. */
  readonly server?: string;
}

/** `npx` may have to fetch the server first. */
const DEFAULT_TIMEOUT = 60;
/** What a timer can wait, in seconds. */
const MAX_TIMEOUT = 86_400;

/**
 * How long a server may take, in milliseconds.
 *
 * @throws UsageError where the option is no number of seconds
 */
export function timeoutOf({ timeout }: LiveOptions): number {
  const seconds = timeout === undefined ? DEFAULT_TIMEOUT : Number(timeout);
  if (timeout?.trim() === '' || !(seconds > 0) || seconds > MAX_TIMEOUT)
    throw new UsageError(
      `\`--timeout\` needs a number of seconds above 0 and up to ${String(MAX_TIMEOUT)}, such as --timeout 30.`,
    );
  return Math.ceil(seconds * 1000);
}
