import { CODE_SPAN, mapProse } from '../markdown/map-prose.js';

/** Code, which stays; `[[Note]]`, `[[Note#Heading|text]]`, `![[embedded]]`. */
const WIKI_LINK = new RegExp(String.raw`${CODE_SPAN}|(!?)\[\[([^[\]|]{1,500})(?:\|([^[\]]{0,500}))?\]\]`, 'g');
const ATTACHMENT = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp3|wav|m4a|ogg|flac|mp4|mov|webm|mkv|pdf|canvas|base)$/i;
/** A number alone behind a text is a power. */
const BLOCK_ID = /(?<=\s)\^(?=[\d-]*[A-Za-z])[A-Za-z0-9-]{1,64}\s*$|^\s*\^[A-Za-z0-9-]{1,64}\s*$/;

/** Links of one note that are told, and how long a name may be. */
const MOST_LINKS = 256;
const LONGEST_NAME = 200;

const HEADING = /^[ \t>]{0,40}#{1,6}[ \t]/;

/** A text whose wiki links are what a reader sees of them: their text, else the note and the heading they lead to. The notes that a line leads to by other words stand at its end, `(Zoë, Rent)`: what is
 *  quoted stays whole. Headings and rows of tables get none. Embedded pictures and ids of blocks go, code and lines stay. */
export function withoutWikiLinks(text: string): string {
  return mapProse(text, (line) => (line.includes('[[') ? visibleLine(line) : line.replace(BLOCK_ID, '')));
}

function visibleLine(line: string): string {
  const shown = line.replace(WIKI_LINK, visibleLink).replace(BLOCK_ID, '');
  if (HEADING.test(line) || shown.includes('|')) return shown;
  const names = unnamedNotes(line);
  if (names.length === 0) return shown;
  const text = shown.trimEnd();
  const words = wordsOf(text);
  const missing = names.filter((name) => !words.includes(wordsOf(name)));
  return missing.length === 0 ? shown : `${text} (${missing.join(', ')})${shown.slice(text.length)}`;
}

/** Notes that a line leads to by texts that do not say their names, by which people look for them: each once, the first 256. */
function unnamedNotes(line: string): readonly string[] {
  const names = new Set<string>();
  for (const [, backticks, embeds, target = '', text = ''] of line.matchAll(WIKI_LINK)) {
    if (names.size === MOST_LINKS) break;
    if (backticks === undefined && text.trim() !== '' && !(embeds === '!' && leadsToAttachment(target))) names.add(noteNamed(target));
  }
  names.delete('');
  return [...names];
}

/** The names of the notes that a text leads to by wiki links or shows in it, as they are written, without their folders: each once, the first 256. */
export function linkedNotes(text: string): string[] {
  const names = new Set<string>();
  mapProse(text, (line) => {
    if (line.includes('[['))
      for (const [, backticks, , target = ''] of line.matchAll(WIKI_LINK)) if (backticks === undefined) names.add(noteNamed(target));
    return line;
  });
  return [...names].filter(isNoteName).slice(0, MOST_LINKS);
}

/** Whether what a link leads to is told as a note: no attachment, no place within the note. */
export function isNoteName(name: string): boolean {
  return name !== '' && name.length <= LONGEST_NAME && !ATTACHMENT.test(name);
}

/** The note that a link leads to, without its folders and the heading; empty for a link within its note. */
export function noteNamed(target: string): string {
  const [path = ''] = unescaped(target).split('#');
  return path
    .slice(path.lastIndexOf('/') + 1)
    .trim()
    .replace(/\.md$/i, '');
}

/** In a row of a table a backslash stands before the bar of a link. */
function unescaped(target: string): string {
  return target.endsWith('\\') ? target.slice(0, -1) : target;
}

function leadsToAttachment(target: string): boolean {
  return ATTACHMENT.test(unescaped(target).replace(/#.*/, '').trim());
}

/** @param groups a run of backticks before code; `!` where what the link leads to is shown in its place; where it leads to; its text */
function visibleLink(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [backticks, embeds, target = '', shown] = groups;
  if (backticks !== undefined) return whole;
  if (embeds === '!' && leadsToAttachment(target)) return '';
  if (shown !== undefined && shown.trim() !== '') return shown;
  const [note = '', ...headings] = unescaped(target)
    .split('#')
    .map((part) => part.trim());
  return [note.replace(/\.md$/i, ''), ...headings.filter((heading) => !heading.startsWith('^'))].filter(Boolean).join(' > ');
}

function wordsOf(text: string): string {
  return ` ${(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `;
}
