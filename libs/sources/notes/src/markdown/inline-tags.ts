import { mapProse } from './map-lines.js';

/** `#tag`, also nested (`#work/rent`), not `#1`, not in an address or in code. */
const TAG = /(?<![^\s([{,;>])#([\p{L}\p{N}_/-]{1,200})/gu;
const HAS_LETTER = /[\p{L}_]/u;
/** Bear's tags of several words: `#rent and food#`. */
const WIDE_TAG = /(?<![^\s([{,;>])#([\p{L}\p{N}_][\p{L}\p{N}_ /-]{0,98}[\p{L}\p{N}_])#(?![\p{L}\p{N}_])/gu;
const CODE_SPAN = /`[^`]{1,400}`/g;

/** The tags that stand in the text of a note. @param hasWideTags whether a tag may have several words between two `#` */
export function inlineTags(text: string, { hasWideTags = false }: { readonly hasWideTags?: boolean } = {}): readonly string[] {
  const tags: string[] = [];
  mapProse(text, (line) => {
    if (!line.includes('#')) return line;
    let rest = line.replace(CODE_SPAN, ' ');
    if (hasWideTags)
      rest = rest.replace(WIDE_TAG, (_, tag: string) => {
        tags.push(tag);
        return ' ';
      });
    for (const [, tag = ''] of rest.matchAll(TAG)) if (HAS_LETTER.test(tag)) tags.push(tag);
    return line;
  });
  return tags;
}
