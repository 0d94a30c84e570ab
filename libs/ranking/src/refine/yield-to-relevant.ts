import type { JudgedCandidate } from '../judge/judged-candidate.js';
import type { JudgedHit } from '../judge/judge.js';

/** So many hits are looked at: whoever reads an answer sees hardly more. */
const HEAD = 20;
/** A hit that is less relevant than the first stands behind those that have the second. Nearer ones may well be the other way round. */
const STEPS = [
  { below: 0.08, least: 0.3 },
  { below: 0.2, least: 0.6 },
] as const;

/** The judge's order, in whose head no doubtful hit stands before one that is far more relevant: an answer that its reader must doubt is none to begin with (docs/adr/0156-no-doubtful-answer-first.md). The scores stay in
 *  their places.
 *  @param hits best first */
export function yieldToRelevant<Candidate extends JudgedCandidate>(hits: readonly JudgedHit<Candidate>[]): readonly JudgedHit<Candidate>[] {
  const head = hits.slice(0, HEAD);
  const placed = head.map((hit, at) => {
    const least = STEPS.find(({ below }) => hit.relevance < below)?.least ?? Infinity;
    const behind = head.findLastIndex(({ relevance }, other) => other > at && relevance >= least);
    return { hit, at, place: behind < 0 ? at : behind, yields: behind >= 0 };
  });
  if (!placed.some(({ yields }) => yields)) return hits;
  const ordered = placed.toSorted((a, b) => a.place - b.place || Number(a.yields) - Number(b.yields) || a.at - b.at);
  return [
    ...ordered.map(({ hit, yields }, at) => {
      const score = head[at]?.score ?? hit.score;
      return { ...hit, score, signals: () => ({ ...hit.signals(), ...(yields ? { yields: 1 } : {}), score }) };
    }),
    ...hits.slice(HEAD),
  ];
}
