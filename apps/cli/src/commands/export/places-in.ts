import type { CallContext, PointView } from '@tributary/contracts';
import { scroll, type Scrolling } from './scroll.js';

/** Where a passage stands, and of when it is. */
export type PlacedPoint = Pick<
  PointView,
  'uri' | 'line' | 'page' | 'section' | 'created_at' | 'modified_at' | 'chunk_index' | 'total_chunks'
>;

/** By the address of the document its passages that stand on a page, in a chapter and the like. */
export type Places = ReadonlyMap<string, readonly PlacedPoint[]>;

/** The address of the document of which a point is a passage. */
export function documentUri({ uri }: Pick<PointView, 'uri'>): string {
  return uri.replace(/#\d+$/, '');
}

/** The places of all documents of a collection. */
export async function placesOf(operations: Scrolling, collection: string, context: CallContext): Promise<Places> {
  const places: PlacedPoint[] = [];
  for (const key of ['page', 'section']) {
    const filter = { must_not: [{ is_empty: { key } }] };
    for await (const point of scroll(operations, { collection, filter }, context)) places.push(placeOf(point));
  }
  return placesIn(places);
}

/** The same, of points that were read. */
export function placesIn(points: readonly PlacedPoint[]): Places {
  return Map.groupBy(points.filter(isPlaced).map(placeOf), documentUri);
}

/** Without the text: those of a whole collection are held. */
function placeOf({ uri, line, page, section, created_at, modified_at, chunk_index, total_chunks }: PlacedPoint): PlacedPoint {
  return { uri, line, page, section, created_at, modified_at, chunk_index, total_chunks };
}

/** Whether a passage stands on a page, in a chapter or the like. */
export function isPlaced({ line, page, section }: Pick<PlacedPoint, 'line' | 'page' | 'section'>): boolean {
  return line !== undefined && (page !== undefined || section !== undefined);
}
