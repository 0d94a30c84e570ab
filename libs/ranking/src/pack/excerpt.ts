import { joinChunks, type PlacedChunk } from './join-chunks.js';
import type { TextSpan } from './token-budget.js';

/** How many chunks before and after a hit its surroundings reach. */
export const NEIGHBOURS = 2;

const MATCH_START = '[MATCH START]';
const MATCH_END = '[MATCH END]';
const MARKER = /\[(?=MATCH (?:START|END)\])/g;

/** A text in which no marker of ours can be mistaken for one we set. */
export function escapeMarkers(text: string): string {
  return text.replace(MARKER, '\\[');
}

/** A hit between its neighbours, set off by `[MATCH START]` and `[MATCH END]` on lines of their own, and where it stands with these. */
export function markMatch({
  before,
  match,
  after,
}: {
  readonly before: readonly PlacedChunk[];
  readonly match: PlacedChunk;
  readonly after: readonly PlacedChunk[];
}): { readonly content: string; readonly match: TextSpan } {
  const marked = [MATCH_START, joinChunks([match], before.at(-1)), MATCH_END].join('\n');
  const [earlier, later] = [joinChunks(before), joinChunks(after, match)];
  const from = earlier === '' ? 0 : earlier.length + 1;
  const content = [earlier, marked, later].filter((part) => part !== '').join('\n');
  return { content, match: { from, to: from + marked.length } };
}
