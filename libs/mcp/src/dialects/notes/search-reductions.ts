import type { Reduction } from '../../tools/fit-answer.js';
import type { NotesAnswer } from './search-notes.js';

/** Makes an answer smaller: whole results, then the text of the last one around its match. */
export const notesReductions: readonly Reduction<NotesAnswer>[] = [
  { count: ({ results }) => results.length, least: 1, take: takeResults },
  { count: ({ results }) => results[0]?.content.length ?? 0, least: 0, take: cutContent },
];

function takeResults({ results }: NotesAnswer, n: number): NotesAnswer {
  const omitted = results.length - n;
  const noun = omitted === 1 ? 'result is' : 'results are';
  return {
    results: results.slice(0, n),
    message: `${omitted.toString()} more ${noun} left out to keep the answer short: search again with contextMode enhanced or chunk_only.`,
  };
}

function cutContent({ results, message }: NotesAnswer, length: number): NotesAnswer {
  const cut = 'The content is cut to keep the answer short: search again with contextMode enhanced or chunk_only.';
  return {
    results: results.map((result) => ({ ...result, content: around(result.content, length) })),
    message: message === undefined ? cut : `${message} ${cut}`,
  };
}

/** As many characters, those around the marker of the match; dots stand for what is gone. */
function around(text: string, length: number): string {
  const marker = Math.max(0, text.search(/^\[MATCH /m));
  const from = Math.max(0, Math.min(marker - Math.floor(length / 3), text.length - length));
  return `${from > 0 ? '…' : ''}${text.slice(from, from + length)}${from + length < text.length ? '…' : ''}`;
}
