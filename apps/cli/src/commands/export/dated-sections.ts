import { momentOfPassage, postedSections, type DocumentInput, type TextSection } from '@tributary/contracts';
import { isPlaced, type PlacedPoint } from './places-in.js';

type Dates = Pick<PlacedPoint, 'created_at' | 'modified_at'>;

/** Where pages, chapters and the like begin, as far as a passage begins there, with the dates that these have of their own, as mails of a mailbox do; and the
 *  dates of the document itself.
 *  @param first its first passage */
export function datedSections(
  first: PlacedPoint,
  places: readonly PlacedPoint[] = [],
): Pick<DocumentInput, 'created_at' | 'modified_at' | 'sections'> {
  const { created_at, modified_at } = ownDates(first, places);
  const sections = postedSections(beginnings(places, { created_at, modified_at }));
  return {
    ...(created_at === undefined ? {} : { created_at }),
    ...(modified_at === undefined ? {} : { modified_at }),
    ...(sections.length === 0 ? {} : { sections }),
  };
}

/** None where each passage may have its own. */
function ownDates(first: PlacedPoint, places: readonly PlacedPoint[]): Dates {
  if (!isPlaced(first) || places.every((place) => isOf(place, first))) return first;
  return [first, ...places].find((place) => momentOfPassage(place) === undefined) ?? {};
}

function isOf(place: Dates, dates: Dates): boolean {
  return place.created_at === dates.created_at && place.modified_at === dates.modified_at;
}

function beginnings(places: readonly PlacedPoint[], own: Dates): readonly TextSection[] {
  const inOrder = places.flatMap((place) => sectionAt(place, own)).toSorted((a, b) => a.line - b.line);
  const begun = inOrder.filter(({ line, page, section, moment }, at) => {
    const before = inOrder[at - 1];
    return (
      before === undefined || (before.line !== line && (before.page !== page || before.section !== section || before.moment !== moment))
    );
  });
  return [...begun, ...endOf(places)];
}

function sectionAt(place: PlacedPoint, own: Dates): readonly TextSection[] {
  const { line, page, section } = place;
  if (line === undefined) return [];
  const moment = isOf(place, own) ? undefined : momentOfPassage(place);
  return [{ line, ...(page === undefined ? { section } : { page }), ...(moment === undefined ? {} : { moment }) }];
}

/** What lies behind the last place belongs to none, and is not of its date. */
function endOf(places: readonly PlacedPoint[]): readonly TextSection[] {
  const last = places.reduce<PlacedPoint | undefined>((a, b) => (a === undefined || b.chunk_index > a.chunk_index ? b : a), undefined);
  return last?.line === undefined || last.chunk_index + 1 >= last.total_chunks ? [] : [{ line: last.line + 1 }];
}
