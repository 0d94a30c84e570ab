/** What a query for neighbours found. */
export interface Found<T> {
  /** Those that fit. */
  readonly rows: readonly T[];
  /** Ids of all, fitting or not; fewer than asked for means that the index reaches no more. */
  readonly reached: readonly string[];
}

export interface Neighbours<T> {
  readonly limit: number;
  /** True when Chroma evaluates the whole filter by itself. */
  readonly isExact: boolean;
  /** The nearest `asked` points, among these ids where they are given. */
  readonly query: (asked: number, ids?: readonly string[]) => Promise<Found<T>>;
  /** The ids of all points that may fit the filter. */
  readonly seek: () => Promise<readonly string[]>;
  /** Points by id, those that fit. */
  readonly fetch: (ids: readonly string[]) => Promise<readonly T[]>;
}

/** From here on the points that fit are sought first, by a filter Chroma evaluates only in part. */
const WIDEST_GUESS = 2_048;
/** Ids one query may be restricted to: SQLite under Chroma takes 32,766 values in a statement. */
const MOST_IDS = 20_000;

/** Asks for more neighbours until enough of them fit or there are no more, so that a filter Chroma evaluates only in part never costs a result.
 *  Where few fit, they are sought first and the query is restricted to them. */
export async function widen<T>(neighbours: Neighbours<T>): Promise<readonly T[]> {
  const { limit, isExact, query, seek } = neighbours;
  for (let asked = limit; ; asked *= 4) {
    if (!isExact && asked > WIDEST_GUESS) {
      const ids = await seek();
      if (ids.length === 0) return [];
      if (ids.length <= MOST_IDS) return (await query(Math.min(asked, ids.length), ids)).rows;
    }
    const found = await query(asked);
    if (found.reached.length < asked) return withUnreached(neighbours, found);
    if (found.rows.length >= limit) return found.rows;
  }
}

/** The graph of the index does not reach every point (many equal vectors cut parts of it off). Where all that fit were asked for, the points
 *  themselves tell which are missing. */
async function withUnreached<T>({ seek, fetch }: Neighbours<T>, { rows, reached }: Found<T>): Promise<readonly T[]> {
  const seen = new Set(reached);
  const missing = (await seek()).filter((id) => !seen.has(id));
  return missing.length === 0 ? rows : [...rows, ...(await fetch(missing.slice(0, MOST_IDS)))];
}
