import { GreatestScores } from '../memory/greatest-scores.js';
import type { Depth } from '../memory/joint-ranking.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Projection } from '../projection/projection.js';

/** Documents that keep all of their passages: one for so many passages of the usual depth. */
const DEPTH_PER_DOCUMENT = 5;

interface RankedCollection {
  /** The best first. */
  readonly ranking: readonly RankedSlot[];
  readonly projection: Pick<Projection, 'documentOf'>;
}

/** A document as the passages of a ranking tell. */
interface Strength {
  score: number;
  isStrong: boolean;
}

/** Of rankings that went deeper than `depth` what tells: the usual depth, and beyond it the passages of the documents whose passages have the greatest sum of scores
 *  (docs/adr/0121-long-documents-are-looked-for-deeper.md). @returns the rankings in their order */
export function ofStrongDocuments(collections: readonly RankedCollection[], { best, each }: Depth): readonly (readonly RankedSlot[])[] {
  const bar = nthGreatest(collections, best);
  const strengths = collections.map(strengthOf);
  const all = strengths.flatMap((documents) => [...documents.values()]).sort((a, b) => b.score - a.score);
  for (const document of all.slice(0, Math.ceil(best / DEPTH_PER_DOCUMENT))) document.isStrong = true;
  return collections.map(({ ranking, projection }, at) =>
    ranking.filter(
      ({ slot, score }, rank) => score >= bar || rank < each || strengths[at]?.get(projection.documentOf(slot))?.isStrong === true,
    ),
  );
}

function strengthOf({ ranking, projection }: RankedCollection): ReadonlyMap<number, Strength> {
  const documents = new Map<number, Strength>();
  for (const { slot, score } of ranking) {
    const document = projection.documentOf(slot);
    const known = documents.get(document);
    if (known) known.score += score;
    else documents.set(document, { score, isStrong: false });
  }
  return documents;
}

/** Score of the nth best passage; −∞ where there are fewer. */
function nthGreatest(collections: readonly Pick<RankedCollection, 'ranking'>[], n: number): number {
  const greatest = new GreatestScores(n);
  for (const { ranking } of collections) for (const { score } of ranking) greatest.offer(score);
  greatest.settle();
  return greatest.threshold;
}
