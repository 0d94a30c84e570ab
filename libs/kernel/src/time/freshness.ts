/** Clocks of two machines may be this far apart; a moment further ahead was told by a clock that has been set right since. */
export const CLOCKS_APART_MS = 60_000;

/** True for what was known at a moment less than `forMs` ago. What was known in the future was so before the clock was set back, and may be of any age. */
export function isFresh(at: number, now: number, forMs: number): boolean {
  return at <= now && now - at < forMs;
}
