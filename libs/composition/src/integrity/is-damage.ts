/** Primary result codes of SQLite (https://sqlite.org/rescode.html); extended ones carry them in their low byte. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** True where SQLite found a file broken, or to be no database. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  return [CORRUPT, NOT_A_DATABASE].includes(error.errcode & 0xff);
}
