const HARMLESS = /^[\t\n\r -~]*$/;
/** Controls, format characters (zero width, bidirectional, tags), fillers, interlinear marks and variation selectors. */
const HIDDEN = /[\u034f\u17b4-\u17b5\ufe00-\ufe0f\u{e0100}-\u{e01ef}\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]/gu;
const JOINER = /^[\u200c\u200d]$/;
const EMOJI_SELECTOR = /^[\ufe0e\ufe0f]$/;
/** Scripts that write with joiners, and emoji that are put together with them. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const BEGINS_JOINED = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const EMOJI = /\p{Emoji}$/u;

/** Retrieved text without characters a reader cannot see but a model may follow: controls other than tab and line ends, zero-width and
 *  bidirectional characters, tags. Joiners stay where a script or an emoji needs them. */
export function cleanText(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text.replace(HIDDEN, (char, at: number) => (isNeeded(char, text, at) ? char : ''));
}

function isNeeded(char: string, text: string, at: number): boolean {
  if (char === '\n' || char === '\t' || char === '\r') return true;
  const before = text.slice(Math.max(0, at - 2), at);
  if (JOINER.test(char)) return JOINED.test(before) && BEGINS_JOINED.test(text.slice(at + 1, at + 3));
  return EMOJI_SELECTOR.test(char) && EMOJI.test(before);
}
