/** What each hop takes off the time that is left, for the way back, in milliseconds. */
const HOP_MS = 10;

/** Milliseconds that whoever is asked next has for its answer, at least 0. */
export function leftAfterHop(remainingMs: number): number {
  return Math.max(0, remainingMs - HOP_MS);
}
