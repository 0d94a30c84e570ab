import type { SearchRequest } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import { diversify, limitPerDocument, unitOf, type DocumentLimit, type JudgedHit } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { PassageReader } from '../passages/passage-reader.js';
import type { SearchPlan } from '../plan/plan.js';
import type { Reranked } from '../rerank/head-reranker.js';
import { beneath, collapseDuplicates, copiesOf, relevanceOf, type Collapsed } from './collapse-duplicates.js';
import { explain } from './explain.js';
import { prefer, sortPreferred, type Preferred } from './prefer.js';
import type { RefinedHit } from './refined-hit.js';

export const LONGEST_LIST = 300;
/** Hits that diversity may move. */
const DIVERSIFIED = 100;

type Judged = JudgedHit<Candidate>;
/** A hit, as far as it tells where it is from. */
interface Placed extends Pick<Judged, 'collection'> {
  readonly candidate: Pick<Candidate, 'docId' | 'entry'>;
}

/** The list and how it came about. */
export interface Refinement {
  readonly list: readonly RefinedHit[];
  /** What was left after each step, in the order of the steps. */
  readonly steps: {
    /** As relevant as asked for, or the copy of one that is. */
    readonly relevant: readonly Judged[];
    readonly collapsed: Collapsed;
    /** In the order that a reranker gave it, where one had a say. */
    readonly reranked: Reranked;
    /** With the hits of preferred collections moved up. */
    readonly preferred: Preferred;
    /** Not too many of one document; a copy in the place of what was left out. */
    readonly limited: readonly Judged[];
    /** The list. */
    readonly listed: readonly Judged[];
  };
}

export interface RefineRequest {
  readonly nominations: readonly Nomination[];
  readonly passages: PassageReader;
  readonly plan: Pick<SearchPlan, 'request' | 'priorities' | 'deadlines' | 'signal'>;
  /** Gets the list without what is too little relevant and without duplicates. */
  readonly rerank: (hits: readonly Judged[]) => Promise<Reranked>;
}

/** From the judge's order to the list that is shown page by page: relevant enough, each text once, in a reranker's order where one is wanted, preferred
 *  collections first, not too many of one document, not too alike, at most 300. */
export async function refine(judged: readonly Judged[], { nominations, passages, plan, rerank }: RefineRequest): Promise<Refinement> {
  const { request } = plan;
  const { kept: apart, copies } = await collapseDuplicates(judged, passages, plan);
  const isRelevant = (hit: Judged) => relevanceOf(hit, { copies }) >= request.min_relevance;
  const relevant = judged.filter(isRelevant);
  const collapsed = { kept: apart.filter(isRelevant), copies };
  const reranked = await rerank(collapsed.kept);
  const preferred = prefer(reranked, { nominations, priorities: plan.priorities, collapsed });
  const { kept, more } = limitPerDocument(preferred.hits, {
    ...limitFor(request),
    copiesOf: (hit) => beneath(hit, collapsed),
  });
  const limited = sortPreferred(kept, preferred.scores);
  const comparable = limited.map((hit) => ({
    hit,
    score: scoreOf(hit, { collapsed, reranked, preferred }),
    vector: hit.candidate.commonVector,
  }));
  const ordered = diversify(comparable, { diversity: request.diversity, depth: DIVERSIFIED });
  const listed = ordered.slice(0, LONGEST_LIST).map(({ hit }) => hit);
  const list = enlist(listed, { nominations, more, collapsed, documentOf: limitFor(request).documentOf });
  const steps = { relevant, collapsed, reranked, preferred, limited, listed };
  if (!request.explain) return { list, steps };
  return {
    list: list.map((one, at) => ({
      ...one,
      ...explanationOf(one.hit, { judged, nominations, steps, final: at + 1, diversity: request.diversity }),
    })),
    steps,
  };
}

/** Hits of one document or entry at most: documents that are shown whole are shown once, entries with them. */
export function limitFor({ context, per_document: most }: Pick<SearchRequest, 'context' | 'per_document'>): DocumentLimit<Placed> {
  return context === 'full_note' ? { limit: 1, documentOf } : { limit: most, documentOf: answerOf };
}

/** What a hit is sorted by; one that has the place of a copy has its score, where no collection is preferred. */
function scoreOf(
  hit: Judged,
  { collapsed, reranked, preferred }: Pick<Refinement['steps'], 'collapsed' | 'reranked' | 'preferred'>,
): number {
  const copies = copiesOf(hit, collapsed);
  return preferred.scores.get(hit) ?? reranked.scores.get(copies[0]) ?? Math.max(...copies.map(({ score }) => score));
}

interface Explaining {
  readonly judged: readonly Judged[];
  readonly nominations: readonly Nomination[];
  readonly steps: Refinement['steps'];
  readonly final: number;
  readonly diversity: number;
}

function explanationOf(hit: Judged, { judged, nominations, steps, final, diversity }: Explaining): Pick<RefinedHit, 'explanation'> {
  const { collapsed, reranked, preferred, limited } = steps;
  const factor = preferred.factors.get(hit.collection);
  const nomination = nominations[hit.collection];
  if (nomination === undefined) return {};
  const { by } = reranked;
  const copies = copiesOf(hit, collapsed);
  const [first] = copies;
  const place = preferred.hits.findIndex((one) => copies.includes(one));
  const course = {
    nomination,
    final,
    judged: judged.indexOf(hit) + 1,
    duplicates: beneath(hit, collapsed).length,
    tookPlace: preferred.hits[place] !== hit,
    isOriginal: first === hit && copies.some(({ score }) => score > hit.score),
    ...(factor === undefined ? {} : { preferred: { factor, from: reranked.hits.indexOf(first) + 1, to: place + 1 } }),
    ...(diversity === 0 ? {} : { diversified: { from: limited.indexOf(hit) + 1, to: final } }),
    ...(by === undefined
      ? {}
      : {
          reranked: {
            by,
            score: reranked.given.get(hit),
            from: collapsed.kept.indexOf(first) + 1,
            to: reranked.hits.indexOf(first) + 1,
          },
        }),
  };
  return { explanation: explain(hit, course) };
}

interface Enlisting {
  readonly nominations: readonly Nomination[];
  /** Hits left out, by document. */
  readonly more: ReadonlyMap<string, number>;
  readonly collapsed: Collapsed;
  readonly documentOf: DocumentLimit<Placed>['documentOf'];
}

function enlist(
  hits: readonly Judged[],
  { nominations, more, collapsed, documentOf: ofHit }: Enlisting,
): readonly (RefinedHit & { readonly hit: Judged })[] {
  const counted = new Set<string>();
  return hits.flatMap((hit) => {
    const nomination = nominations[hit.collection];
    if (nomination === undefined) return [];
    const document = ofHit(hit);
    const further = counted.has(document) ? undefined : more.get(document);
    counted.add(document);
    const { collection } = nomination;
    const alsoIn = beneath(hit, collapsed).flatMap((other) => {
      const place = nominations[other.collection]?.collection;
      return place ? [{ id: other.candidate.id, collection: place }] : [];
    });
    const listed = {
      id: hit.candidate.id,
      collection: collection.record.name,
      relevance: relevanceOf(hit, collapsed),
      version: hit.candidate.docVersion,
      ...(further === undefined ? {} : { more: further }),
      ...(alsoIn.length === 0 ? {} : { alsoIn: alsoIn.map(({ id, collection: { record } }) => ({ id, collection: record.name })) }),
    };
    return [{ hit, listed, collection, ...(alsoIn.length === 0 ? {} : { alsoIn }) }];
  });
}

/** Names the document of a hit. */
export function documentOf({ collection, candidate }: Placed): string {
  return `${collection.toString()}/${candidate.docId}`;
}

/** Names what a hit answers with: its document, or the entry of it that the hit is of. */
export function answerOf({ collection, candidate }: Placed): string {
  return `${collection.toString()}/${unitOf(candidate)}`;
}
