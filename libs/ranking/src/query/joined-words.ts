import { normalise } from '../analysis/fold.js';
import { STOP_WORDS } from '../analysis/stop-words.js';
import type { OtherWriting } from './other-writing.js';
import { onlyAsks } from './question-words.js';

/** Two words of letters with a space or a hyphen between them, of which the second may be the first of the next pair; before a space a single letter is no such word. */
const PAIRS = /(?<![\p{L}\p{M}\p{N}_-])(\p{L}+-|\p{L}{2,} )(?=(\p{L}{2,})(?![\p{L}\p{M}\p{N}_]))/gu;

/** The words of a text as one, two by two: "timezone" for "time zone", "wifi" for "wi-fi", `largestTriangle` for "largest triangle". */
export function joinedWords(text: string): readonly OtherWriting[] {
  return [...normalise(text).toLowerCase().matchAll(PAIRS)].flatMap(([, before = '', second = '']) => {
    const first = before.slice(0, -1);
    return tells(first) && tells(second) ? [{ word: first + second, variantOf: [first, second], weight: 1, placingWeight: 1 }] : [];
  });
}

function tells(word: string): boolean {
  return !STOP_WORDS.has(word) && !onlyAsks(word);
}
