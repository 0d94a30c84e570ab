import { PARTED, ZERO_WIDTH_SPACE } from '../analysis/parted-scripts.js';

const HARMLESS = /^[\t\n\r -~]*$/;
/** Controls, format characters (zero width, bidirectional, tags), fillers, interlinear marks and variation selectors. */
const HIDDEN = /[\u034f\u17b4-\u17b5\ufe00-\ufe0f\u{e0100}-\u{e01ef}\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]/gu;
/** What programs write to colour a terminal, to move on it and to name its window (ECMA-48: control sequences, commands of an operating system, character sets).
 *  Of the signs before a final letter only those of a cursor’s form and of a reset: in a program quotes, `$`, `%` and `{` go on with its own text. */
const TERMINAL =
  /\u001b(?:\[(?:[0-?]+(?: (?=[@A-Tq-w]))?|!(?=p))?([@-z|-~])|\][^\u0007\u001b\u009c\r\n]*(?:\u0007|\u001b\\|\u009c)|[()][0-9A-Z])/g;
/** The ends of those that move the cursor: what is written next stands apart. */
const MOVES = /^[A-Hdf]$/;
/** Line and page ends of old programs and separators of records, between two words; at the beginning of a line blanks would be indentation. */
const PARTING = /(?<=[^\s\u001c-\u001f\u0085])[\v\f\u001c-\u001f\u0085]+(?=[^\s\u001c-\u001f\u0085])/g;
const ENDS_PARTED = new RegExp(`${PARTED}$`, 'u');
const BEGINS_PARTED = new RegExp(`^${ZERO_WIDTH_SPACE}*${PARTED}`, 'u');
const JOINER = /^[\u200c\u200d]$/;
const EMOJI_SELECTOR = /^[\ufe0e\ufe0f]$/;
/** Scripts that write with joiners, and emoji that are put together with them. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const BEGINS_JOINED = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const EMOJI = /\p{Emoji}$/u;

/** Retrieved text without characters a reader cannot see but a model may follow: controls other than tab and line ends, zero-width and
 *  bidirectional characters, tags. Joiners and zero-width spaces stay where a script or an emoji needs them; controls that part words become blanks. Colours of a
 *  terminal go with the whole sequence that says them. */
export function cleanText(text: string): string {
  if (HARMLESS.test(text)) return text;
  const plain = text.replace(TERMINAL, (_, end: string | undefined) => (end !== undefined && MOVES.test(end) ? ' ' : ''));
  const parted = plain.replace(PARTING, (run) => ' '.repeat(run.length));
  return parted.replace(HIDDEN, (char, at: number) => (isNeeded(char, parted, at) ? char : ''));
}

function isNeeded(char: string, text: string, at: number): boolean {
  if (char === '\n' || char === '\t' || char === '\r') return true;
  const before = text.slice(Math.max(0, at - 2), at);
  if (char === ZERO_WIDTH_SPACE) return ENDS_PARTED.test(before) && BEGINS_PARTED.test(text.slice(at + 1, at + 9));
  if (JOINER.test(char)) return JOINED.test(before) && BEGINS_JOINED.test(text.slice(at + 1, at + 3));
  return EMOJI_SELECTOR.test(char) && EMOJI.test(before);
}
