import type { Candidate } from '@tributary/engines-port';
import { diversify, limitPerDocument, type JudgedHit } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { SearchPlan } from '../plan/plan.js';
import { collapseDuplicates, type Collapsed } from './collapse-duplicates.js';
import { explain } from './explain.js';
import type { RefinedHit } from './refined-hit.js';

export const LONGEST_LIST = 300;
/** Hits that diversity may move. */
const DIVERSIFIED = 100;

type Judged = JudgedHit<Candidate>;

/** The list and how it came about. */
export interface Refinement {
  readonly list: readonly RefinedHit[];
  /** What was left after each step, in the order of the steps. */
  readonly steps: {
    /** As relevant as asked for. */
    readonly relevant: readonly Judged[];
    readonly collapsed: Collapsed;
    /** Not too many of one document. */
    readonly limited: readonly Judged[];
    /** The list. */
    readonly listed: readonly Judged[];
  };
}

/** From the judge's order to the list that is shown page by page: relevant enough, each text once, not too many of one document, not too alike, at
 *  most 300. */
export async function refine(
  judged: readonly Judged[],
  nominations: readonly Nomination[],
  plan: Pick<SearchPlan, 'request' | 'deadlines' | 'signal'>,
): Promise<Refinement> {
  const { request } = plan;
  const relevant = judged.filter(({ relevance }) => relevance >= request.min_relevance);
  const collapsed = await collapseDuplicates(relevant, nominations, plan);
  const limit = request.context === 'full_note' ? 1 : request.per_document;
  const { kept: limited, more } = limitPerDocument(collapsed.kept, { limit, documentOf });
  const comparable = limited.map((hit) => ({ hit, score: hit.score, vector: hit.candidate.commonVector }));
  const ordered = diversify(comparable, { diversity: request.diversity, depth: DIVERSIFIED });
  const listed = ordered.slice(0, LONGEST_LIST).map(({ hit }) => hit);
  const list = enlist(listed, { nominations, more, collapsed });
  const steps = { relevant, collapsed, limited, listed };
  if (!request.explain) return { list, steps };
  const places = new Map(judged.map((hit, at) => [hit, at + 1]));
  const explained = list.map(({ hit, ...refined }, at) => {
    const nomination = nominations[hit.collection];
    if (nomination === undefined) return refined;
    const course = { nomination, judged: places.get(hit) ?? 0, final: at + 1, duplicates: collapsed.beneath.get(hit)?.length ?? 0 };
    return { ...refined, explanation: explain(hit, course) };
  });
  return { list: explained, steps };
}

interface Enlisting {
  readonly nominations: readonly Nomination[];
  /** Hits left out, by document. */
  readonly more: ReadonlyMap<string, number>;
  readonly collapsed: Collapsed;
}

function enlist(
  hits: readonly Judged[],
  { nominations, more, collapsed: { beneath } }: Enlisting,
): readonly (RefinedHit & { readonly hit: Judged })[] {
  const counted = new Set<string>();
  return hits.flatMap((hit) => {
    const nomination = nominations[hit.collection];
    if (nomination === undefined) return [];
    const document = documentOf(hit);
    const further = counted.has(document) ? undefined : more.get(document);
    counted.add(document);
    const { collection } = nomination;
    const alsoIn = (beneath.get(hit) ?? []).flatMap((other) => {
      const place = nominations[other.collection]?.collection;
      return place ? [{ id: other.candidate.id, collection: place }] : [];
    });
    const listed = {
      id: hit.candidate.id,
      collection: collection.record.name,
      relevance: hit.relevance,
      ...(further === undefined ? {} : { more: further }),
      ...(alsoIn.length === 0 ? {} : { alsoIn: alsoIn.map(({ id, collection: { record } }) => ({ id, collection: record.name })) }),
    };
    return [{ hit, listed, collection, ...(alsoIn.length === 0 ? {} : { alsoIn }) }];
  });
}

/** Names the document of a hit. */
export function documentOf({ collection, candidate }: Judged): string {
  return `${collection.toString()}/${candidate.docId}`;
}
