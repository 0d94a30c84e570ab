/** `Y` marks a y that is a consonant, so vowels are lower case only. */
const FIRST_CONSONANT_AFTER_VOWEL = /[aeiouy][^aeiouy]/g;
const PREFIXES_BEFORE_R1 = /^(?:gener|commun|arsen)/;

/** Where R1 and R2 of a word begin: the parts in which Porter2 may remove suffixes. */
export interface Regions {
  readonly r1: number;
  readonly r2: number;
}

export function regionsOf(word: string): Regions {
  const prefix = PREFIXES_BEFORE_R1.exec(word)?.[0].length;
  const r1 = prefix ?? regionAfter(word, 0);
  return { r1, r2: regionAfter(word, r1) };
}

function regionAfter(word: string, from: number): number {
  FIRST_CONSONANT_AFTER_VOWEL.lastIndex = from;
  return FIRST_CONSONANT_AFTER_VOWEL.test(word) ? FIRST_CONSONANT_AFTER_VOWEL.lastIndex : word.length;
}
