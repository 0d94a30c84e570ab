import { joinChunks, type PlacedChunk } from './join-chunks.js';

/** How many chunks before and after a hit its surroundings reach. */
export const NEIGHBOURS = 2;

const MATCH_START = '[MATCH START]';
const MATCH_END = '[MATCH END]';
const MARKER = /\[(?=MATCH (?:START|END)\])/g;

/** A text in which no marker of ours can be mistaken for one we set. */
export function escapeMarkers(text: string): string {
  return text.replace(MARKER, '\\[');
}

/** A hit between its neighbours, set off by `[MATCH START]` and `[MATCH END]` on lines of their own. */
export function markMatch({
  before,
  match,
  after,
}: {
  readonly before: readonly PlacedChunk[];
  readonly match: PlacedChunk;
  readonly after: readonly PlacedChunk[];
}): string {
  const parts = [joinChunks(before), MATCH_START, joinChunks([match]), MATCH_END, joinChunks(after)];
  return parts.filter((part) => part !== '').join('\n');
}
