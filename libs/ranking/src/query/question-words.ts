/** English words by which a question is asked, and those who ask and are asked. They say nothing of the subject, and are rare where nobody asks, as in code. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'how what which who whom whose when where why do does did can could should would shall may might must has have had am i me my we us our you your'.split(
    ' ',
  ),
);

/** What such a word counts beside one of the subject (docs/adr/0105-question-words.md). */
const QUESTION_WEIGHT = 0.2;

/** What one occurrence of a word in a query counts. */
export function weightOf(word: string): number {
  return onlyAsks(word) ? QUESTION_WEIGHT : 1;
}

/** True of words that say nothing of the subject. */
export function onlyAsks(word: string): boolean {
  return QUESTION_WORDS.has(word);
}
