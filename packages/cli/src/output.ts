/** What a command prints. */
export interface CommandOutput {
  /** The result, with the end of its last line; empty where it went to a file. */
  readonly text: string;
  /** Lines for the reader that are no part of the result, such as what could not be read. They go to the standard error. */
  readonly notes: readonly string[];
  /** Whether all that was to be read was read. Where not, the command ends with 2, and a note says what is missing. */
  readonly isComplete: boolean;
  /** Whether there is something to correct in the project: the command ends with 1 then, where it is complete. */
  readonly hasFindings?: boolean;
}

/** Prints what a command came to, and sets the exit code: 0, 1 with findings, or 2 where the result is incomplete. */
export function print({ text, notes, isComplete, hasFindings = false }: CommandOutput): void {
  process.stdout.write(text);
  for (const note of notes) console.error(note);
  if (hasFindings) process.exitCode = 1;
  if (isComplete) return;
  console.error('The result is incomplete.');
  process.exitCode = 2;
}
