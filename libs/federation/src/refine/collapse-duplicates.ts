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
import { isCopyOf } from './copy-names.js';

/** Hits of the head that are compared; what is ranked lower stands for itself. */
const COMPARED = 100;
/** Collapsing is worth this long a wait, and half of the time that is left at most. */
const READ_WAIT_MS = 250;

type Judged = JudgedHit<Candidate>;

/** Hits that say the same, the one that stands for all first. */
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
  const leaders = new Map<Judged, Judged>();
  for (const [best, others] of groups) {
    const hit = head[best];
    if (hit === undefined) continue;
    const same = leadingFirst([hit, ...pick(head, others)], texts);
    leaders.set(hit, same[0]);
    for (const one of same) copies.set(one, same);
  }
  return { kept: judged.flatMap((hit) => leaders.get(hit) ?? (copies.has(hit) ? [] : [hit])), copies };
}

/** A copy of a file says in its name of which one it is (`Plan (conflicted copy).md`, `Plan 2.md`), and that one stands for it, in its place: the words of names put now this one first and now that one.
 *  What the query calls by its name stands for itself, and so does a passage that files of other names have, too. */
function leadingFirst(copies: Copies, texts: ReadonlyMap<Judged, PointPayload>): Copies {
  const [best] = copies;
  const { content, path } = texts.get(best) ?? {};
  if (content === undefined || path === undefined || best.signals()['named'] === 1) return copies;
  const isOriginal = (hit: Judged) => {
    const other = texts.get(hit);
    return hit.collection === best.collection && other?.content === content && other.path !== undefined && isCopyOf(path, other.path);
  };
  const shortestFirst = copies.filter(isOriginal).toSorted((a, b) => lengthOf(a, texts) - lengthOf(b, texts));
  const [leader = best] = shortestFirst;
  return [leader, ...copies.filter((hit) => hit !== leader)];
}

function lengthOf(hit: Judged, texts: ReadonlyMap<Judged, PointPayload>): number {
  return texts.get(hit)?.path?.length ?? Infinity;
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
