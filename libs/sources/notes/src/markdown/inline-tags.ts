import { CODE_SPAN, mapProse } from './map-prose.js';

/** `#tag`, also nested (`#work/rent`), at the beginning of a line or behind a blank; not `#1`. */
const TAG = /(?<!\S)#([\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]{1,200})/gu;
const SAYS_MORE_THAN_DIGITS = /[\p{L}\p{Extended_Pictographic}_]/u;
/** Bear's tags of several words: `#rent and food#`. */
const WIDE_TAG =
  /(?<!\S)#([\p{L}\p{M}\p{N}\p{Extended_Pictographic}_][\p{L}\p{M}\p{N}\p{Extended_Pictographic}_ /-]{0,98}[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_])#(?![\p{L}\p{M}\p{N}_])/gu;
/** Code, and links with the headings they lead to. */
const NO_TAGS = new RegExp(String.raw`${CODE_SPAN}|\[\[[^[\]]{1,1000}\]\]`, 'g');

/** The tags that stand in the text of a note. @param hasWideTags whether a tag may have several words between two `#` */
export function inlineTags(text: string, { hasWideTags = false }: { readonly hasWideTags?: boolean } = {}): readonly string[] {
  const tags: string[] = [];
  mapProse(text, (line) => {
    if (!line.includes('#')) return line;
    let rest = line.replace(NO_TAGS, '`');
    if (hasWideTags)
      rest = rest.replace(WIDE_TAG, (_, tag: string) => {
        tags.push(tag);
        return ' ';
      });
    for (const [, tag = ''] of rest.matchAll(TAG)) if (SAYS_MORE_THAN_DIGITS.test(tag)) tags.push(tag);
    return line;
  });
  return tags;
}
