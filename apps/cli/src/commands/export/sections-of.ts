import type { CallContext, PointView, TextSection } from '@tributary/contracts';
import { scroll, type Scrolling } from './scroll.js';

type PlacedPoint = Pick<PointView, 'uri' | 'line' | 'page' | 'section' | 'created_at' | 'metadata'>;

/** The address of the document of which a point is a passage. */
export function documentUri({ uri }: Pick<PointView, 'uri'>): string {
  return uri.replace(/#\d+$/, '');
}

/** Where pages, chapters and the like begin, by the address of the document: as far as a passage begins there. */
export async function sectionsOf(
  operations: Scrolling,
  collection: string,
  context: CallContext,
): Promise<ReadonlyMap<string, TextSection[]>> {
  const places: PlaceOfDocument[] = [];
  for (const key of ['page', 'section']) {
    const filter = { must_not: [{ is_empty: { key } }] };
    for await (const point of scroll(operations, { collection, filter }, context)) places.push(...placesIn(point));
  }
  return byDocument(places);
}

/** The same, of points that were read. */
export function sectionsIn(points: readonly PlacedPoint[]): ReadonlyMap<string, TextSection[]> {
  return byDocument(points.flatMap(placesIn));
}

interface PlaceOfDocument {
  readonly document: string;
  readonly place: TextSection;
}

/** Mails of a mailbox have dates of their own. */
function placesIn({ uri, line, page, section, created_at, metadata }: PlacedPoint): readonly PlaceOfDocument[] {
  if (line === undefined || (page === undefined && section === undefined)) return [];
  const moment = metadata['format'] === 'mbox' ? created_at : undefined;
  const place = page === undefined ? { line, section, ...(moment === undefined ? {} : { moment }) } : { line, page };
  return [{ document: documentUri({ uri }), place }];
}

function byDocument(places: readonly PlaceOfDocument[]): ReadonlyMap<string, TextSection[]> {
  const found = Map.groupBy(places, ({ document }) => document);
  return new Map([...found].map(([document, its]) => [document, beginnings(its.map(({ place }) => place))]));
}

function beginnings(places: readonly TextSection[]): TextSection[] {
  const inOrder = places.toSorted((a, b) => a.line - b.line);
  return inOrder.filter(({ line, page, section, moment }, at) => {
    const before = inOrder[at - 1];
    return (
      before === undefined || (before.line !== line && (before.page !== page || before.section !== section || before.moment !== moment))
    );
  });
}
