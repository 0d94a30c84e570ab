import { addressWords } from './address-words.js';

const SEPARATOR = ' › ';
const LONGEST = 200;

/** What leads the title paths of a document's passages. */
export interface NamedDocument {
  readonly title: string;
  /** Where its file or page lies: folders and file names say what a text leaves out, the day of a note for instance (docs/adr/0140-files-are-found-by-their-paths.md). */
  readonly path?: string | undefined;
}

/** The title path of a passage: where its document lies, the document's title unless that is how its place ends, and the titles above the passage, outermost first. */
export function titlePathOf(document: NamedDocument, titles: readonly string[]): string {
  const { place, title } = leading(document);
  return joinTitles([place, title, ...titles]);
}

/** What stands in a title path below where the document lies and its title; each is passed over where it does not lead. */
export function titlesBelow(document: NamedDocument, titlePath: string): string {
  return below(document.title.slice(0, LONGEST), below(leading(document).place, titlePath));
}

/** A title path as it is shown beside the path of the document: title, and what stands below. */
export function shownTitles(document: NamedDocument, titlePath: string): string {
  const { place, title } = leading(document);
  const rest = below(place, titlePath);
  return title === '' && rest !== titlePath ? joinTitles([document.title, rest]) : rest;
}

function leading({ title, path = '' }: NamedDocument): { readonly place: string; readonly title: string } {
  const place = addressWords(path) ?? path;
  const isSaid = path === title || place.endsWith(title);
  return { place: place.slice(-LONGEST), title: isSaid ? '' : title.slice(0, LONGEST) };
}

/** Empty ones are left out. */
function joinTitles(titles: readonly string[]): string {
  return titles.filter((title) => title !== '').join(SEPARATOR);
}

function below(title: string, titlePath: string): string {
  if (title === '') return titlePath;
  if (titlePath === title) return '';
  return titlePath.startsWith(title + SEPARATOR) ? titlePath.slice(title.length + SEPARATOR.length) : titlePath;
}
