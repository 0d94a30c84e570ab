import { titlePathOf, type NamedDocument } from '@tributary/kernel';

const LONGEST_FIRST_LINE = 80;

/** The title path that is embedded in front of a passage; a heading that repeats the title is left out. */
export function titlePath(document: NamedDocument, headings: readonly string[]): string {
  const isRepeated = headings[0]?.toLowerCase() === document.title.toLowerCase();
  return titlePathOf(document, isRepeated ? headings.slice(1) : headings);
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
