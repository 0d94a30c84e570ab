import type { Candidate, StoredPoint } from '@tributary/engines-port';
import { Deadline } from '@tributary/kernel';
import { areDuplicates, groupDuplicates, likelyDuplicates, type JudgedHit, type LikelyDuplicates } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { SearchPlan } from '../plan/plan.js';
import { within } from '../plan/within.js';

/** Hits of the head that are compared; what is ranked lower stands for itself. */
const COMPARED = 100;
/** Collapsing is worth this long a wait, and half of the time that is left at most. */
const READ_WAIT_MS = 250;

type Judged = JudgedHit<Candidate>;

/** Judged hits without those that say what a better one of another collection says. */
export interface Collapsed {
  readonly kept: readonly Judged[];
  /** Those left out, by the hit that stands for them. */
  readonly beneath: ReadonlyMap<Judged, readonly Judged[]>;
}

/** Keeps the best of passages that stand nearly word for word in several collections. Texts are read only of hits that are alike by vector; a collection
 *  that does not hand them out in time keeps its hits. @param judged the best first */
export async function collapseDuplicates(
  judged: readonly Judged[],
  nominations: readonly Nomination[],
  plan: Pick<SearchPlan, 'request' | 'deadlines' | 'signal'>,
): Promise<Collapsed> {
  const head = plan.request.collapse ? judged.slice(0, COMPARED) : [];
  const likely = likelyDuplicates(
    head.map(({ collection, candidate: { commonVector: vector, body, length } }) => ({
      collection,
      body,
      length,
      ...(vector ? { vector } : {}),
    })),
  );
  if (likely.length === 0) return { kept: judged, beneath: new Map() };
  const texts = await readTexts(hitsOf(likely, head), nominations, plan);
  const pairs = likely.filter(({ better, other, cosine }) => {
    const [first, second] = [textOf(head[better], texts), textOf(head[other], texts)];
    return first !== undefined && second !== undefined && areDuplicates(first, second, cosine);
  });
  const beneath = new Map<Judged, readonly Judged[]>();
  for (const [leader, others] of groupDuplicates(pairs)) {
    const hit = head[leader];
    if (hit) beneath.set(hit, pick(head, others));
  }
  const dropped = new Set([...beneath.values()].flat());
  return { kept: judged.filter((hit) => !dropped.has(hit)), beneath };
}

function hitsOf(pairs: readonly LikelyDuplicates[], head: readonly Judged[]): readonly Judged[] {
  return pick(head, [...new Set(pairs.flatMap(({ better, other }) => [better, other]))]);
}

function pick(head: readonly Judged[], indexes: readonly number[]): readonly Judged[] {
  return indexes.flatMap((at) => head[at] ?? []);
}

function textOf(hit: Judged | undefined, texts: ReadonlyMap<number, ReadonlyMap<string, string>>): string | undefined {
  return hit && texts.get(hit.collection)?.get(hit.candidate.id);
}

/** Contents by collection and id, of what may be a hit for this caller. */
async function readTexts(
  hits: readonly Judged[],
  nominations: readonly Nomination[],
  { deadlines, signal }: Pick<SearchPlan, 'deadlines' | 'signal'>,
): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const deadline = Deadline.in(Math.min(READ_WAIT_MS, deadlines.read.remainingMs / 2));
  const byCollection = Map.groupBy(hits, ({ collection }) => collection);
  const read = await Promise.all(
    [...byCollection].map(async ([at, ofCollection]) => {
      const ids = ofCollection.map(({ candidate }) => candidate.id);
      const points = await readOrNothing(nominations[at]?.collection, ids, { deadline, signal });
      return [at, new Map(points.map(({ id, payload }) => [id, payload.content]))] as const;
    }),
  );
  return new Map(read);
}

async function readOrNothing(
  collection: ScopedCollection | undefined,
  ids: readonly string[],
  limits: { readonly deadline: Deadline; readonly signal: AbortSignal | undefined },
): Promise<readonly StoredPoint[]> {
  if (collection === undefined) return [];
  try {
    return await within(limits, (signal) => collection.readHits(ids, signal));
  } catch {
    return [];
  }
}
