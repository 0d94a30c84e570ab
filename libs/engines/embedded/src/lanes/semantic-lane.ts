import type { Bitmap } from '../memory/bitmap.js';
import { TopSlots, type RankedSlot } from '../memory/top-slots.js';
import type { Projection } from '../projection/projection.js';
import type { CandidateSet } from './candidate-set.js';

/** The best admitted points by cosine, exact: the scan nominates by 8-bit vectors, the f32 vectors decide. */
export function semanticLane(
  projection: Projection,
  candidates: CandidateSet,
  { query, admitted, limit }: { readonly query: Float32Array; readonly admitted: Bitmap; readonly limit: number },
): readonly RankedSlot[] {
  if (query.every((x) => x === 0)) return [];
  const best = new TopSlots(limit, projection.isBefore);
  for (const { slot, score } of projection.vectors.nominate(query, admitted, limit)) {
    // Neither this one nor any behind it can come among the best.
    if (score < best.threshold) break;
    const similarity = candidates.similarity(slot, query);
    if (similarity !== undefined) best.offer(slot, similarity);
  }
  return best.ranking();
}
