/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
export const SQLITE = {
  PERMISSION: 3,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IO_ERROR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANNOT_OPEN: 14,
  CONSTRAINT: 19,
  NOT_A_DATABASE: 26,
} as const;

/** The primary code of an error that SQLite gave; undefined for any other one. */
export function resultCodeOf(error: unknown): number | undefined {
  const code = extendedCodeOf(error);
  // Extended codes carry the primary one in their low byte.
  return code === undefined ? undefined : code & 0xff;
}

/** The code as SQLite gave it, which says more than the primary one. */
export function extendedCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** True where SQLite found a file broken, or to be no database. */
export function isDamage(error: unknown): boolean {
  const code = resultCodeOf(error);
  return code === SQLITE.CORRUPT || code === SQLITE.NOT_A_DATABASE;
}

/** True where another connection holds a lock that is needed. */
export function isBusy(error: unknown): boolean {
  const code = resultCodeOf(error);
  return code === SQLITE.BUSY || code === SQLITE.LOCKED;
}
