import type { PointPayload } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import { Deadline } from '@tributary/kernel';
import {
  areDuplicates,
  comparableText,
  groupDuplicates,
  likelyDuplicates,
  type ComparableText,
  type JudgedHit,
  type LikelyDuplicates,
} from '@tributary/ranking';
import type { PassageReader } from '../passages/passage-reader.js';
import type { SearchPlan } from '../plan/plan.js';

/** Hits of the head that are compared; what is ranked lower stands for itself. */
const COMPARED = 100;
/** Collapsing is worth this long a wait, and half of the time that is left at most. */
const READ_WAIT_MS = 250;

type Judged = JudgedHit<Candidate>;

/** Hits that say the same, the best first. */
export type Copies = readonly [Judged, ...Judged[]];

/** Judged hits without those that say what a better one of another document says. */
export interface Collapsed {
  readonly kept: readonly Judged[];
  /** By each of several that say the same. A later step may let another of them stand for all. */
  readonly copies: ReadonlyMap<Judged, Copies>;
}

/** What says the same as a hit, itself included. */
export function copiesOf(hit: Judged, { copies }: Pick<Collapsed, 'copies'>): Copies {
  return copies.get(hit) ?? [hit];
}

/** The near duplicates that a hit stands for. */
export function beneath(hit: Judged, collapsed: Pick<Collapsed, 'copies'>): readonly Judged[] {
  return copiesOf(hit, collapsed).filter((one) => one !== hit);
}

/** Of what stands in several places the greatest: one of a few passages is worth more than one of many, and the text answers wherever it stands. */
export function relevanceOf(hit: Judged, collapsed: Pick<Collapsed, 'copies'>): number {
  return Math.max(...copiesOf(hit, collapsed).map(({ relevance }) => relevance));
}

/** Keeps the best of passages that stand nearly word for word in several documents, of one collection or several. Texts are read only of hits that are alike by vector; a collection
 *  that does not hand them out in time keeps its hits. @param judged the best first */
export async function collapseDuplicates(
  judged: readonly Judged[],
  passages: PassageReader,
  plan: Pick<SearchPlan, 'request' | 'deadlines' | 'signal'>,
): Promise<Collapsed> {
  const head = plan.request.collapse ? judged.slice(0, COMPARED) : [];
  const likely = likelyDuplicates(
    head.map(({ collection, candidate: { docId: document, commonVector: vector, body, length } }) => ({
      collection,
      document,
      body,
      length,
      ...(vector ? { vector } : {}),
    })),
  );
  if (likely.length === 0) return { kept: judged, copies: new Map() };
  const deadline = Deadline.in(Math.min(READ_WAIT_MS, plan.deadlines.read.remainingMs / 2));
  const texts = await passages.payloads(hitsOf(likely, head), { deadline, signal: plan.signal });
  const comparable = head.map((hit) => comparableOf(hit, texts));
  const groups = groupDuplicates(likely, (pair) => {
    const [first, second] = [comparable[pair.better], comparable[pair.other]];
    return first !== undefined && second !== undefined && areDuplicates(first, second, pair);
  });
  const copies = new Map<Judged, Copies>();
  for (const [leader, others] of groups) {
    const hit = head[leader];
    if (hit === undefined) continue;
    const same: Copies = [hit, ...pick(head, others)];
    for (const one of same) copies.set(one, same);
  }
  return { kept: judged.filter((hit) => copiesOf(hit, { copies })[0] === hit), copies };
}

function hitsOf(pairs: readonly LikelyDuplicates[], head: readonly Judged[]): readonly Judged[] {
  return pick(head, [...new Set(pairs.flatMap(({ better, other }) => [better, other]))]);
}

function pick(head: readonly Judged[], indexes: readonly number[]): readonly Judged[] {
  return indexes.flatMap((at) => head[at] ?? []);
}

/** Undefined for a hit whose text was not read. */
function comparableOf(hit: Judged, texts: ReadonlyMap<Judged, PointPayload>): ComparableText | undefined {
  const text = texts.get(hit)?.content;
  return text === undefined ? undefined : comparableText(text);
}
