import { CODE_SPAN, mapProse } from '../markdown/map-prose.js';

/** Code, which stays; `[[Note]]`, `[[Note#Heading|text]]`, `![[embedded]]`. */
const WIKI_LINK = new RegExp(String.raw`${CODE_SPAN}|(!?)\[\[([^[\]|]{1,500})(?:\|([^[\]]{0,500}))?\]\]`, 'g');
const ATTACHMENT = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp3|wav|m4a|ogg|flac|mp4|mov|webm|mkv|pdf|canvas|base)$/i;
/** A number alone behind a text is a power. */
const BLOCK_ID = /(?<=\s)\^(?=[\d-]*[A-Za-z])[A-Za-z0-9-]{1,64}\s*$|^\s*\^[A-Za-z0-9-]{1,64}\s*$/;

/** A text whose wiki links are what a reader sees of them: their text, else the note and the heading they lead to. Embedded pictures and ids of blocks go,
 *  code and lines stay. */
export function withoutWikiLinks(text: string): string {
  return mapProse(text, (line) => (line.includes('[[') ? line.replace(WIKI_LINK, visibleLink) : line).replace(BLOCK_ID, ''));
}

/** @param groups a run of backticks before code; `!` where what the link leads to is shown in its place; where it leads to; its text */
function visibleLink(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [backticks, embeds, target = '', shown] = groups;
  if (backticks !== undefined) return whole;
  if (embeds === '!' && ATTACHMENT.test(target.trim().replace(/#.*/, ''))) return '';
  if (shown !== undefined && shown.trim() !== '') return shown;
  const [note = '', ...headings] = target.split('#').map((part) => part.trim());
  return [note.replace(/\.md$/i, ''), ...headings.filter((heading) => !heading.startsWith('^'))].filter(Boolean).join(' > ');
}
