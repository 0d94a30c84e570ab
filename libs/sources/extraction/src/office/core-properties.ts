import type { Archive } from '../archive/open-archive.js';
import { descendantsOf, isElement, parseXml } from '../dom/dom.js';
import type { Extracted } from '../formats/extractor.js';
import { localName } from '../dom/local-name.js';
import { writtenMoment } from '../moments/written-moment.js';
import { oneLine } from '../text/tidy.js';

type Details = Pick<Extracted, 'title' | 'authors' | 'createdAt' | 'modifiedAt' | 'metadata'>;

const CORE = 'docProps/core.xml';
const OPEN_DOCUMENT = 'meta.xml';

/** Title, author, dates, subject and keywords, as office files and OpenDocument files keep them. */
export async function documentProperties(archive: Archive): Promise<Details> {
  const xml = (await archive.text(CORE)) ?? (await archive.text(OPEN_DOCUMENT));
  return xml === undefined ? {} : detailsOf(propertiesOf(xml));
}

/** The first of each element of Dublin Core and the like, by its name without prefix. */
export function propertiesOf(xml: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { node } of descendantsOf(parseXml(xml))) {
    if (!isElement(node)) continue;
    const name = localName(node);
    const text = oneLine(node.textContent ?? '');
    if (text !== '' && !found.has(name)) found.set(name, text);
  }
  return found;
}

export function detailsOf(properties: ReadonlyMap<string, string>): Details {
  const title = properties.get('title');
  const author = properties.get('creator') ?? properties.get('initial-creator');
  const createdAt = writtenMoment(properties.get('created') ?? properties.get('creation-date'));
  const modifiedAt = writtenMoment(properties.get('modified') ?? properties.get('date'));
  const metadata = Object.fromEntries(
    ['subject', 'keywords', 'keyword', 'description', 'language', 'publisher'].flatMap((name) => {
      const value = properties.get(name);
      return value === undefined ? [] : [[name === 'keyword' ? 'keywords' : name, value]];
    }),
  );
  return {
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { authors: [author] }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    metadata,
  };
}
