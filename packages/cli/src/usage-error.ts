/** A mistake in the command line itself: a command, an option or its value. The list of commands and options answers it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
