import type { Command } from 'cac';
import type { ConnectionOptions } from './live/connection.ts';
import { UsageError } from '../usage-error.ts';

/** The options of commands that speak to a server. */
export interface LiveOptions extends ConnectionOptions {
  /** In seconds. */
  readonly timeout?: string;
  /** The id of the server, where it is not the name that the server states. */
  readonly server?: string;
}

/** The options of `agent-safety tools pull`. */
export interface PullOptions extends LiveOptions {
  readonly out?: string;
  readonly prune?: boolean;
  readonly json?: boolean;
  readonly project?: string;
}

/** Those of them that may be given more than once. */
export const repeatable: ReadonlySet<string> = new Set(['env', 'header']);

/**
 * Adds the options that name a server.
 *
 * @param server what the help calls it
 */
export function withServer(command: Command, server: string): Command {
  return command
    .option('--stdio <command>', `The command that starts a ${server}, in quotes`)
    .option('--env <variable>', 'A variable that it gets: NAME, or NAME=value; may be given again')
    .option('--url <url>', `The address of a ${server}`)
    .option('--header <header>', 'A header for it, "Name: value"; may be given again')
    .option('--timeout <seconds>', `How long the ${server} may take, 60 by default`);
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
