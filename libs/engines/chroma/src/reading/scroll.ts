import type { FullPoint, ScrollPage, ScrollRequest } from '@tributary/engines-port';
import type { OwnCollection } from '../collections/own-collection.js';
import { ORDER_END, orderOf } from '../points/point-id.js';
import type { PointReader } from './point-reader.js';
import { payloadOf, signalsOf, type StoredRow } from './stored-row.js';

/** Parts the ids’ space is cut into at most when a page is looked for. */
const NARROWEST = ORDER_END / 2 ** 24;

/** Pages in order of point id. Chroma gives no order and no "greater than" for texts, so a page is looked for in ranges of the ids’ first 48 bits,
 *  wide enough for about a page each: ids are hashes and lie evenly. */
export async function scrollPoints(
  reader: PointReader,
  collection: OwnCollection,
  { request, signal }: { readonly request: ScrollRequest; readonly signal?: AbortSignal | undefined },
): Promise<ScrollPage> {
  const { filter, after = '', limit } = request;
  const total = await reader.count(collection, undefined, signal);
  let width = Math.max(NARROWEST, ORDER_END * Math.min(1, (1.5 * (limit + 1)) / Math.max(1, total)));
  const found: StoredRow[] = [];
  for (let from = after === '' ? 0 : orderOf(after); from < ORDER_END && found.length <= limit;) {
    const to = Math.min(ORDER_END, Math.floor(from + width + 1));
    const { rows } = await reader.rows(collection, { selector: filter ? { filter } : {}, order: { from, to }, with: 'signals', signal });
    found.push(...rows.filter(({ pointId }) => pointId > after).sort((a, b) => (a.pointId < b.pointId ? -1 : 1)));
    // A filter that keeps little makes ranges poor: look further each time.
    [from, width] = [to, width * 2];
  }
  const page = found.slice(0, limit).map(fullPoint);
  const last = page.at(-1);
  return found.length > limit && last ? { points: page, next: last.id } : { points: page };
}

function fullPoint(row: StoredRow): FullPoint {
  return { id: row.pointId, payload: payloadOf(row), ...signalsOf(row) };
}
