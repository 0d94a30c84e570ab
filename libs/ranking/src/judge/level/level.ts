import type { Told } from '../close-look.js';
import type { LaneWeights } from '../weights/lane-weights.js';
import { CODES, LEVEL } from '../weights/parameters.js';
import type { CollectionSignals, Signals } from '../evidence/signals.js';

/** What counts how much. */
export interface LevelWeights extends LaneWeights {
  /** All of the query word for word; left out: nothing. */
  readonly verbatim?: number;
}

/** The scale shared by all collections: BM25 of the document by pooled counts as a share of its ideal, the common model's best cosine of its chunks
 *  as far as that model knows the words of the query, and how well it says these or others like them. A document counts for no less than its passage
 *  that has the query word for word. A chunk that says less than the best one of its document lies lower by as much, and one that misses codes of the query by
 *  the share of it that these tell.
 *  @returns one level per candidate */
export function levelsOf(
  { signals, documents, sense }: CollectionSignals,
  { matches, verbatim }: Pick<Told, 'matches' | 'verbatim'>,
  weights: LevelWeights,
): number[] {
  const levels = signals.map((one, at) => chunkLevel(one, { weights, sense, verbatim: verbatim[at] ?? 0 }));
  documents.forEach(({ chunks, lexical }, at) => {
    let cosine = -Infinity;
    let fuzzy = -Infinity;
    let best = -Infinity;
    let words = lexical.common;
    let quoted = 0;
    for (const chunk of chunks) {
      cosine = Math.max(cosine, signals[chunk]?.commonSimilarity ?? 0);
      fuzzy = Math.max(fuzzy, signals[chunk]?.fuzzy ?? 0);
      best = Math.max(best, levels[chunk] ?? 0);
      words = Math.max(words, (verbatim[chunk] ?? 0) * (signals[chunk]?.lexical.common ?? 0));
      quoted = Math.max(quoted, verbatim[chunk] ?? 0);
    }
    const matched = LEVEL.wordMatch + (1 - sense) * LEVEL.unknownWordMatch;
    const meant = sense * LEVEL.cosine * cosine + matched * (matches[at] ?? 0);
    const level = weights.keyword * words + (weights.verbatim ?? 0) * quoted + weights.semantic * meant + weights.fuzzy * fuzzy;
    for (const chunk of chunks) {
      const { said, missed } = signals[chunk]?.codes ?? { said: 0, missed: 0 };
      levels[chunk] = (1 - missed) * (level - (best - (levels[chunk] ?? 0))) + weights.keyword * CODES.level * said;
    }
  });
  return levels;
}

function chunkLevel(
  { lexical, commonSimilarity, fuzzy }: Signals,
  { weights, sense, verbatim }: { readonly weights: LevelWeights; readonly sense: number; readonly verbatim: number },
): number {
  return (
    weights.keyword * lexical.common +
    (weights.verbatim ?? 0) * verbatim +
    weights.semantic * sense * LEVEL.cosine * commonSimilarity +
    weights.fuzzy * fuzzy
  );
}
