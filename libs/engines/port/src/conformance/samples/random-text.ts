import type { SeededRandom } from '@tributary/testing';

const SYLLABLES = ['ba', 'cor', 'den', 'fil', 'gra', 'hu', 'jin', 'kel', 'lo', 'mar', 'ne', 'pos', 'qui', 'ras', 'sto', 'tur'] as const;

/** A word of a vocabulary of `size` words, frequent ones more often (Zipf). */
export function randomWord(random: SeededRandom, size = 400): string {
  return wordAt(Math.floor(size ** random.next()) - 1);
}

/** The word of a rank: two to four syllables. */
function wordAt(rank: number): string {
  const count = SYLLABLES.length;
  const parts = [
    rank % count,
    Math.floor(rank / count) % count,
    ...(rank % 3 === 0 ? [(rank * 7) % count] : []),
    ...(rank % 5 === 0 ? [(rank * 3) % count] : []),
  ];
  return parts.map((part) => SYLLABLES[part] ?? '').join('');
}

export function randomText(random: SeededRandom, words: number): string {
  return Array.from({ length: words }, () => randomWord(random)).join(' ');
}

/** The word with one letter dropped, doubled, replaced or swapped with its neighbour. */
export function misspelt(random: SeededRandom, word: string): string {
  const at = random.below(word.length - 1);
  const [before, letter, next, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1, at + 2), word.slice(at + 2)];
  return random.pick([
    before + next + after,
    before + letter + letter + next + after,
    `${before}x${next}${after}`,
    before + next + letter + after,
  ]);
}
