/** Characters of scripts that write no spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/gu;

export function hasUnspaced(text: string): boolean {
  return text.search(UNSPACED) >= 0;
}

/** About how many words a text without white space has: one, or one for every two characters of a script that writes no spaces. */
export function wordsWithin(text: string): number {
  return Math.max(1, Math.ceil((text.match(UNSPACED)?.length ?? 0) / 2));
}
