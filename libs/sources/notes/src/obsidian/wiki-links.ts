import { mapProse } from '../markdown/map-lines.js';

/** `[[Note]]`, `[[Note#Heading|text]]`, `![[embedded]]`. */
const WIKI_LINK = /(!?)\[\[([^[\]|]{1,500})(?:\|([^[\]]{0,500}))?\]\]/g;
const ATTACHMENT = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp3|wav|m4a|ogg|flac|mp4|mov|webm|mkv|pdf|canvas|base)$/i;
const BLOCK_ID = /(?<=\s)\^[A-Za-z0-9-]{1,64}\s*$/;

/** A text whose wiki links are what a reader sees of them: their text, else the note and the heading they lead to. Embedded pictures go, lines stay. */
export function withoutWikiLinks(text: string): string {
  return mapProse(text, (line) =>
    (line.includes('[[')
      ? line.replace(WIKI_LINK, (...[, embeds, target, shown]: [string, string, string, string | undefined]) =>
          visibleLink({ embeds, target, shown }),
        )
      : line
    ).replace(BLOCK_ID, ''),
  );
}

interface WikiLink {
  /** `!` where what it leads to is shown in its place. */
  readonly embeds: string;
  readonly target: string;
  readonly shown: string | undefined;
}

function visibleLink({ embeds, target, shown }: WikiLink): string {
  if (embeds === '!' && ATTACHMENT.test(target.trim().replace(/#.*$/, ''))) return '';
  if (shown !== undefined && shown.trim() !== '') return shown;
  const [note = '', ...headings] = target.split('#').map((part) => part.trim());
  return [note.replace(/\.md$/i, ''), ...headings.filter((heading) => !heading.startsWith('^'))].filter(Boolean).join(' > ');
}
