import type { Explanation, Lane } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import { isUnseen } from '../signals/estimate-signals.js';
import type { Nomination } from '../nominate/nominate-collection.js';

const NOT_LOOKED_AT = { step: 'signals', effect: 'did not look at its text, as at most 64 a query are: scored by its lane alone' };

const LANES: readonly Lane[] = ['semantic', 'keyword', 'fuzzy'];

/** What happened to a hit. */
interface Course {
  readonly nomination: Nomination;
  readonly judged: number;
  readonly final: number;
  /** Hits of other documents that it stands for. */
  readonly duplicates: number;
  /** True where one of them had its place, and per_document left that out. */
  readonly tookPlace: boolean;
  /** True where copies of its file stood before it, and it has the place of the best of them. */
  readonly isOriginal: boolean;
  /** Left out: no reranker had a say. */
  readonly reranked?: Reranking;
  /** Left out: its collection is not preferred. */
  readonly preferred?: Move & { readonly factor: number };
  /** Left out: diversity was not asked for. */
  readonly diversified?: Move;
}

/** Places before and after, from 1. */
interface Move {
  readonly from: number;
  readonly to: number;
}

interface Reranking extends Move {
  readonly by: string;
  /** On its own scale; undefined where it saw another passage of the document, or none. */
  readonly score: number | undefined;
}

const TOOK_PLACE = { step: 'per_document', effect: 'gave it the place of a near duplicate, whose document has enough hits' };

/** How a hit got its place: where each lane had it, what the judge saw, what the steps after it did.
 *  @param judged its place in the judge's order, from 1 @param final its place in the list, from 1 */
export function explain(hit: JudgedHit<Candidate>, course: Course): Explanation {
  const { nomination, judged, final, duplicates, reranked, preferred, diversified } = course;
  const before = (diversified ?? preferred ?? reranked)?.to ?? judged;
  const index = nomination.candidates.indexOf(hit.candidate);
  const lanes = LANES.flatMap((lane) => {
    const ranking = nomination.rankings[lane] ?? [];
    const at = ranking.findIndex(({ candidate }) => candidate === index);
    const score = ranking[at]?.score;
    return score === undefined ? [] : [[lane, { rank: at + 1, score }] as const];
  });
  return {
    lanes: Object.fromEntries(lanes),
    judge: { ...hit.signals() },
    steps: [
      ...(nomination.collection.isForeign && isUnseen(hit.candidate) ? [NOT_LOOKED_AT] : []),
      ...ledBy(hit),
      { step: 'judge', effect: `placed it ${judged.toString()}` },
      ...(duplicates === 0 ? [] : [{ step: 'collapse', effect: standsFor(course) }]),
      ...(reranked === undefined ? [] : [{ step: 'rerank', effect: rerankedAs(reranked) }]),
      ...(preferred === undefined ? [] : [{ step: 'priorities', effect: `×${preferred.factor.toPrecision(4)} ${moved(preferred)}` }]),
      ...(course.tookPlace ? [TOOK_PLACE] : []),
      ...(diversified === undefined ? [] : [{ step: 'diversity', effect: moved(diversified) }]),
      { step: 'refine', effect: before === final ? 'left it there' : `moved it to ${final.toString()}` },
    ],
  };
}

/** What moved it within the judge's order. */
function ledBy(hit: JudgedHit<Candidate>): Explanation['steps'] {
  const { named, yields } = hit.signals();
  return [
    ...(named === undefined ? [] : [{ step: 'name', effect: 'lets it lead, since the query calls it by its path or name' }]),
    ...(yields === undefined ? [] : [{ step: 'relevance', effect: 'puts it behind what is far more relevant' }]),
  ];
}

function rerankedAs({ by, score, from, to }: Reranking): string {
  const said = score === undefined ? `${by} gave it no score of its own` : `${by} scored it ${score.toPrecision(3)}`;
  return `${said}, which ${moved({ from, to })}`;
}

function moved({ from, to }: Move): string {
  return from === to ? `left it at ${to.toString()}` : `moved it from ${from.toString()} to ${to.toString()}`;
}

function standsFor({ duplicates, isOriginal }: Course): string {
  const whose = isOriginal ? ', where the best of them stands, as the file that they are copies of' : '';
  return `lets it stand for ${duplicates.toString()} near ${duplicates === 1 ? 'duplicate' : 'duplicates'} in other documents${whose}`;
}
