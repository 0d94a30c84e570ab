import { CODE_SPAN, mapProse } from '../markdown/map-prose.js';

/** Code, which stays; `[[Note]]`, `[[Note#Heading|text]]`, `![[embedded]]`. */
const WIKI_LINK = new RegExp(String.raw`${CODE_SPAN}|(!?)\[\[([^[\]|]{1,500})(?:\|([^[\]]{0,500}))?\]\]`, 'g');
const ATTACHMENT = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp3|wav|m4a|ogg|flac|mp4|mov|webm|mkv|pdf|canvas|base)$/i;
/** A number alone behind a text is a power. */
const BLOCK_ID = /(?<=\s)\^(?=[\d-]*[A-Za-z])[A-Za-z0-9-]{1,64}\s*$|^\s*\^[A-Za-z0-9-]{1,64}\s*$/;

/** A text whose wiki links are what a reader sees of them: their text, with the note behind it where it has another name, else the note and the heading they lead to. Embedded pictures and ids of blocks go,
 *  code and lines stay. */
export function withoutWikiLinks(text: string): string {
  return mapProse(text, (line) => (line.includes('[[') ? line.replace(WIKI_LINK, visibleLink) : line).replace(BLOCK_ID, ''));
}

/** Links of one note that are told, and how long a name may be. */
const MOST_LINKS = 256;
const LONGEST_NAME = 200;

/** The names of the notes that a text leads to by wiki links or shows in it, as they are written, without their folders: each once, the first 256. */
export function linkedNotes(text: string): string[] {
  const names = new Set<string>();
  mapProse(text, (line) => {
    if (line.includes('[['))
      for (const [, backticks, , target = ''] of line.matchAll(WIKI_LINK)) if (backticks === undefined) names.add(noteNamed(target));
    return line;
  });
  return [...names].filter((name) => name !== '' && name.length <= LONGEST_NAME && !ATTACHMENT.test(name)).slice(0, MOST_LINKS);
}

/** The note that a link leads to, without its folders and the heading; empty for a link within its note. */
export function noteNamed(target: string): string {
  const [path = ''] = target.split('#');
  return path
    .slice(path.lastIndexOf('/') + 1)
    .trim()
    .replace(/\.md$/i, '');
}

/** @param groups a run of backticks before code; `!` where what the link leads to is shown in its place; where it leads to; its text */
function visibleLink(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [backticks, embeds, target = '', shown] = groups;
  if (backticks !== undefined) return whole;
  if (embeds === '!' && ATTACHMENT.test(target.trim().replace(/#.*/, ''))) return '';
  if (shown !== undefined && shown.trim() !== '') return withTarget(shown, noteNamed(target));
  const [note = '', ...headings] = target.split('#').map((part) => part.trim());
  return [note.replace(/\.md$/i, ''), ...headings.filter((heading) => !heading.startsWith('^'))].filter(Boolean).join(' > ');
}

/** A text that says another name than that of its note is followed by this, by which people look for it. */
function withTarget(shown: string, note: string): string {
  return note === '' || wordsOf(shown).includes(wordsOf(note)) ? shown : `${shown} (${note})`;
}

function wordsOf(text: string): string {
  return ` ${(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `;
}
