/** Words as a note names them: `"a", "b"`. */
export function quotedWords(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}
