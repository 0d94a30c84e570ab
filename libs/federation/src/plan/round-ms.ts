/** Milliseconds as answers show them: two decimals. */
export function roundMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}
