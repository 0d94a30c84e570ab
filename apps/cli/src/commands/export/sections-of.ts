import type { CallContext, PointView, TextSection } from '@tributary/contracts';
import { scroll, type Scrolling } from './scroll.js';

type PlacedPoint = Pick<PointView, 'uri' | 'line' | 'page' | 'section'>;

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
  const points: PlacedPoint[] = [];
  for (const key of ['page', 'section']) {
    const filter = { must_not: [{ is_empty: { key } }] };
    for await (const { uri, line, page, section } of scroll(operations, { collection, filter }, context))
      points.push({ uri, line, page, section });
  }
  return sectionsIn(points);
}

/** The same, of points that were read. */
export function sectionsIn(points: readonly PlacedPoint[]): ReadonlyMap<string, TextSection[]> {
  const places = new Map<string, TextSection[]>();
  for (const { uri, line, page, section } of points) {
    if (line !== undefined && (page !== undefined || section !== undefined)) {
      const place = page === undefined ? { line, section } : { line, page };
      const document = documentUri({ uri });
      const known = places.get(document);
      if (known === undefined) places.set(document, [place]);
      else known.push(place);
    }
  }
  return new Map([...places].map(([document, found]) => [document, beginnings(found)]));
}

function beginnings(places: readonly TextSection[]): TextSection[] {
  const inOrder = places.toSorted((a, b) => a.line - b.line);
  return inOrder.filter(({ line, page, section }, at) => {
    const before = inOrder[at - 1];
    return before === undefined || (before.line !== line && (before.page !== page || before.section !== section));
  });
}
