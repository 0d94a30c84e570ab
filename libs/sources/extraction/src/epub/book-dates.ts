import type { DomDocument } from '../dom/dom.js';
import { allNamed, attribute } from '../dom/local-name.js';
import type { Extracted } from '../formats/extractor.js';
import { writtenMoment } from '../moments/written-moment.js';

/** When a book came out, and when it was last changed: `dc:date`, in EPUB 2 with what it is the date of, and `dcterms:modified`. */
export function bookDates(book: DomDocument): Pick<Extracted, 'createdAt' | 'modifiedAt'> {
  const dates = [...allNamed(book, 'date')].map((date) => ({ event: attribute(date, 'event'), text: date.textContent ?? '' }));
  const terms = [...allNamed(book, 'meta')].map((meta) => ({ property: attribute(meta, 'property'), text: meta.textContent ?? '' }));
  const createdAt = writtenMoment(dates.find(({ event }) => event !== 'modification')?.text.trim());
  const modified = terms.find(({ property }) => property === 'dcterms:modified') ?? dates.find(({ event }) => event === 'modification');
  const modifiedAt = writtenMoment(modified?.text.trim());
  return { ...(createdAt === undefined ? {} : { createdAt }), ...(modifiedAt === undefined ? {} : { modifiedAt }) };
}
