/** The compiler's process ended, hung, or answered what it never should. Nothing that was read from it is to be trusted. */
export class CompilerFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CompilerFailure';
  }
}
