import { joinTitles } from '@tributary/kernel';

const LONGEST_TITLE = 200;
const LONGEST_FIRST_LINE = 80;

/** What leads the title paths of a document's passages. */
export interface NamedDocument {
  readonly title: string;
  /** Where its file lies: folders and file names say what a text leaves out, the day of a note for instance (docs/adr/0140-files-are-found-by-their-paths.md). */
  readonly path?: string | undefined;
}

/** The title path that is embedded in front of a passage; a heading that repeats the title is left out, and a title that is part of the path. */
export function titlePath({ title, path = '' }: NamedDocument, headings: readonly string[]): string {
  const below = headings[0]?.toLowerCase() === title.toLowerCase() ? headings.slice(1) : headings;
  const leading = [path.slice(-LONGEST_TITLE), path.endsWith(title) ? '' : title.slice(0, LONGEST_TITLE)];
  return joinTitles([...leading, ...below]);
}

/** A name for a document that has none: that of its file, with the folder's where the file's says nothing. */
export function fileTitle(path: string): string {
  const parts = path.split('/');
  const name = parts.at(-1) ?? path;
  return /^(?:readme|index)(?:\.|$)/i.test(name) ? parts.slice(-2).join('/') : name;
}

/** A name for a text without one: its first line, cut at a word. */
export function firstWords(text: string): string {
  const line = /\S[^\n\r]{0,200}/.exec(text)?.[0].trim() ?? '';
  if (line.length <= LONGEST_FIRST_LINE) return line;
  const end = line.lastIndexOf(' ', LONGEST_FIRST_LINE);
  return `${line.slice(0, end > 0 ? end : LONGEST_FIRST_LINE).trim()}…`;
}
