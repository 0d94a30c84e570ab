/** A command that failed and whose result says so already: nothing more is printed, and the exit code is 1. */
export class ToldFailure extends Error {
  override readonly name = 'ToldFailure';
}
