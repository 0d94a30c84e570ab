import type { DomDocument } from '../dom/dom.js';
import { allNamed, attribute } from '../dom/local-name.js';
import type { Extracted } from '../formats/extractor.js';
import { writtenMoment } from '../moments/written-moment.js';

/** Which `dc:date` a book came out at, the best first: that of its publication, one that does not say of what it is, that of its making; then any other. */
const CAME_OUT: readonly (string | undefined)[] = ['publication', undefined, 'creation'];
/** When something was done to the file of a book tells nothing of when that came out. */
const OF_FILE: readonly (string | undefined)[] = ['modification', 'conversion'];

/** When a book came out, and when it was last changed: `dc:date`, in EPUB 2 with what it is the date of, and `dcterms:modified`. */
export function bookDates(book: DomDocument): Pick<Extracted, 'createdAt' | 'modifiedAt'> {
  const dates = [...allNamed(book, 'date')].map((date) => ({
    event: attribute(date, 'event')?.toLowerCase(),
    text: date.textContent ?? '',
  }));
  const of = (wanted: string | undefined) => dates.filter(({ event }) => event === wanted).map(({ text }) => text);
  const ofOthers = dates.filter(({ event }) => ![...CAME_OUT, ...OF_FILE].includes(event)).map(({ text }) => text);
  // What refines something is of that part alone.
  const changes = [...allNamed(book, 'meta')].filter(
    (meta) => attribute(meta, 'property') === 'dcterms:modified' && attribute(meta, 'refines') === undefined,
  );
  const createdAt = firstMoment([...CAME_OUT.flatMap(of), ...ofOthers]);
  const modifiedAt = firstMoment([...changes.map(({ textContent }) => textContent ?? ''), ...of('modification')]);
  return { ...(createdAt === undefined ? {} : { createdAt }), ...(modifiedAt === undefined ? {} : { modifiedAt }) };
}

function firstMoment(written: readonly string[]): string | undefined {
  for (const text of written) {
    const moment = writtenMoment(text);
    if (moment !== undefined) return moment;
  }
  return undefined;
}
