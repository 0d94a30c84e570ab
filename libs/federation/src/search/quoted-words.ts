/** Of a longer text a note shows its beginning. */
const LONGEST_SHOWN = 80;

/** Words as a note names them: `"a", "b"`. */
export function quotedWords(words: readonly string[]): string {
  return words.map((word) => `"${word.length > LONGEST_SHOWN ? `${word.slice(0, LONGEST_SHOWN).trimEnd()}…` : word}"`).join(', ');
}
