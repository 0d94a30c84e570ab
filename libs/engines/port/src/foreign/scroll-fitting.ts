import type { PointsPage, StoredPoint } from '../engine/reading.js';

/** Points that are looked at in one go once a page was not filled by the first look. */
const LOOKED_AT_ONCE = 1_000;

/** A point that may fit. */
interface LookedAt {
  readonly point: StoredPoint;
  readonly fits: boolean;
  /** Where a page begins that has this point first. */
  readonly place: string;
}

export interface LookRequest {
  readonly from: string | undefined;
  readonly size: number;
  /** False where what a filter looks at is enough. */
  readonly isWhole: boolean;
}

interface FittingScroll {
  readonly after: string | undefined;
  readonly limit: number;
  readonly look: (request: LookRequest) => Promise<{ readonly looked: readonly LookedAt[]; readonly next: string | undefined }>;
  /** Points by id, in any order. */
  readonly fetch: (ids: readonly string[]) => Promise<readonly StoredPoint[]>;
}

/** A page of the points that fit, where a server lets through others, too: the first look may fill it; after that many points at a time are looked at, of
 *  which only those that fit are fetched. The next page begins at the first point that was not used. */
export async function scrollFitting({ after, limit, look, fetch }: FittingScroll): Promise<PointsPage> {
  const found: { readonly point: StoredPoint; readonly isWhole: boolean }[] = [];
  let from = after;
  let next: string | undefined;
  for (let isWhole = true; ; isWhole = false) {
    const page = await look({ from, size: isWhole ? limit : LOOKED_AT_ONCE, isWhole });
    const fitting = page.looked.flatMap((one, at) => (one.fits ? [{ ...one, at }] : [])).slice(0, limit - found.length);
    found.push(...fitting.map(({ point }) => ({ point, isWhole })));
    const used = found.length < limit ? page.looked.length : (fitting.at(-1)?.at ?? -1) + 1;
    next = page.looked[used]?.place ?? page.next;
    if (found.length >= limit || next === undefined) break;
    from = next;
  }
  const missing = found.filter(({ isWhole }) => !isWhole).map(({ point }) => point.id);
  const fetched = new Map((missing.length === 0 ? [] : await fetch(missing)).map((point) => [point.id, point]));
  const points = found.flatMap(({ point, isWhole }) => (isWhole ? point : (fetched.get(point.id) ?? [])));
  return next === undefined ? { points } : { points, next };
}
