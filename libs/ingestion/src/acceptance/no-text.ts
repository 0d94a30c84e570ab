import { permanent } from '@tributary/kernel';
import { cleanText } from '@tributary/ranking';

/** Any of these is seen; all other characters have to be looked at. */
const SEEN = /[\p{Lu}\p{Ll}\p{N}]/u;

/** What follows it may be a colour. */
const ESCAPE = '\u001b';

/** Whether nothing is left of a text once it is cleaned, as it is before it is indexed. */
export function saysNothing(text: string): boolean {
  return (text.includes(ESCAPE) || !SEEN.test(text)) && !/\S/.test(cleanText(text));
}

/** Nothing of it could ever be found. */
export function noText(): Error {
  const message =
    'There is nothing to be read in its text, so that nothing of it could be found: send a text in `content`, or leave it out.';
  return permanent('DOCUMENT.NO_TEXT', message);
}

/** Said of a version without a text, in whose place something was. */
export const TEXT_IS_GONE = 'Its text has nothing to be read any more: what was kept under its id is deleted.';

/** Said of a version that came too late. */
export const NOTHING_IS_THERE = 'Nothing is kept under its id: it was deleted, or came without a text, by this version or a newer one.';
