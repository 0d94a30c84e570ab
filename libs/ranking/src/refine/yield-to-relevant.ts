import type { JudgedCandidate } from '../judge/judged-candidate.js';
import type { JudgedHit } from '../judge/judge.js';
import { limitPerDocument, type DocumentLimit } from './per-document.js';

/** So many hits that may be shown are looked at: whoever reads an answer sees hardly more. */
const HEAD = 20;
/** What is as good as certain is looked for in the whole list: the only note of a small collection stands far down among the passages of large ones. */
const CERTAIN = 0.9;
/** A hit that is less relevant than the first stands behind those that have the second. Nearer ones may well be the other way round. */
const STEPS = [
  { below: 0.08, least: 0.3 },
  { below: 0.2, least: 0.6 },
  { below: 0.3, least: CERTAIN },
] as const;

/** Whoever quotes has found what he looks for in the document of which a passage has as much of the query word for word, however little the rest tells of it: none of its passages yields. */
const QUOTED = 0.5;

/** The judge's order, in whose head no doubtful hit stands before one that is far more relevant and may be shown: an answer that its reader must doubt is none to begin with (docs/adr/0156-no-doubtful-answer-first.md). The scores stay in
 *  their places.
 *  @param hits best first
 *  @param limits how many of a document may be shown, and which document a hit is of */
export function yieldToRelevant<Candidate extends JudgedCandidate>(
  hits: readonly JudgedHit<Candidate>[],
  limits: DocumentLimit<JudgedHit<Candidate>>,
): readonly JudgedHit<Candidate>[] {
  const { kept } = limitPerDocument(hits, limits);
  const shown = new Set(kept.filter(({ relevance }, at) => at < HEAD || relevance >= CERTAIN));
  const head = hits.slice(0, hits.findLastIndex((hit) => shown.has(hit)) + 1);
  const placed = head.map((hit, at) => {
    const least = STEPS.find(({ below }) => hit.relevance < below)?.least ?? Infinity;
    const behind = head.findLastIndex((other, place) => place > at && other.relevance >= least && shown.has(other));
    const yields = behind >= 0 && !isExcused(hit, least);
    return { hit, at, place: yields ? behind : at, yields };
  });
  if (!placed.some(({ yields }) => yields)) return hits;
  const ordered = placed.toSorted((a, b) => a.place - b.place || Number(a.yields) - Number(b.yields) || a.at - b.at);
  return [
    ...ordered.map(({ hit, yields }, at) => {
      const score = head[at]?.score ?? hit.score;
      return { ...hit, score, signals: () => ({ ...hit.signals(), ...(yields ? { yields: 1 } : {}), score }) };
    }),
    ...hits.slice(head.length),
  ];
}

/** What gains by the name of its collection, which the query calls, was weighed against what answers better elsewhere; doubtful it may be all the same. */
function isExcused(hit: Pick<JudgedHit, 'signals'>, least: number): boolean {
  const { verbatim = 0, meant = 0 } = hit.signals();
  return verbatim >= QUOTED || (least >= CERTAIN && meant > 0);
}
