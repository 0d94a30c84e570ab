import type { WordModel } from '@tributary/embedding-port';
import { embeddedText } from '@tributary/embedding-port';
import type { Candidate } from '@tributary/engines-port';
import { weighWords, type JudgedCollection, type JudgedHit } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { SearchPlan } from '../plan/plan.js';
import { documentOf } from '../refine/refine.js';
import { readPassages } from '../refine/read-passages.js';

type Judged = JudgedHit<Candidate>;
type Collection = JudgedCollection<Candidate>;

/** Documents of the one ranking that are read, and at least so many of each collection: further down, reading changes little (docs/ranking.md). */
const HEAD = 24;
const EACH = 3;
/** With less time than this for the lanes’ rest the order stays as it is. */
const LEAST_MS = 40;
/** An engine that is slow to hand out passages leaves the reranker its time. */
const READ_SHARE = 0.3;

export interface CloseLookInput {
  readonly nominations: readonly Nomination[];
  readonly collections: readonly Collection[];
  /** The query as it was looked for in the end. */
  readonly query: string;
  readonly terms: readonly { readonly id: number }[];
  readonly plan: Pick<SearchPlan, 'deadlines' | 'signal'>;
  readonly words: WordModel;
}

/** Reads the best passages of a first judgment and says how well each says the words of the query, or others like them.
 *  @param hits the best first @returns the collections with what was found; undefined when nothing could be read */
export async function lookClosely(hits: readonly Judged[], input: CloseLookInput): Promise<readonly Collection[] | undefined> {
  const { plan, nominations, collections } = input;
  if (plan.deadlines.rerank.remainingMs < LEAST_MS) return undefined;
  const head = headOf(hits);
  const passages = await readPassages(head, nominations, { deadline: plan.deadlines.rerank.share(READ_SHARE), signal: plan.signal });
  if (passages.size === 0) return undefined;
  return collections.map((collection, at) => {
    const read = head.filter((hit) => hit.collection === at && passages.has(hit));
    return read.length === 0 ? collection : { ...collection, wordMatches: matchesOf(collection, read, { ...input, passages }) };
  });
}

function matchesOf(
  { candidates, counts }: Collection,
  read: readonly Judged[],
  { query, terms, words, passages }: CloseLookInput & { readonly passages: Awaited<ReturnType<typeof readPassages>> },
): readonly (number | undefined)[] {
  const texts = read.map((hit) => {
    const { heading = '', content = '' } = passages.get(hit) ?? {};
    return embeddedText(heading, content);
  });
  const matches = words.matchWords(weighWords(query, { terms, counts }), texts);
  const byId = new Map(read.map(({ candidate: { id } }, at) => [id, matches[at]]));
  return candidates.map(({ id }) => byId.get(id));
}

/** The best passage of each document of the head. */
function headOf(hits: readonly Judged[]): readonly Judged[] {
  const seen = new Set<string>();
  const ofCollection = new Map<number, number>();
  return hits.filter((hit) => {
    const { collection } = hit;
    const document = documentOf(hit);
    const count = ofCollection.get(collection) ?? 0;
    if (seen.has(document) || (seen.size >= HEAD && count >= EACH)) return false;
    seen.add(document);
    ofCollection.set(collection, count + 1);
    return true;
  });
}
