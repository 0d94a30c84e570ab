import type { SearchRequest } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import { diversify, limitPerDocument, type JudgedHit } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import { explain } from './explain.js';
import type { RefinedHit } from './refined-hit.js';

const LONGEST_LIST = 300;
/** Hits that diversity may move. */
const DIVERSIFIED = 100;

type Judged = JudgedHit<Candidate>;

/** From the judge's order to the list that is shown page by page: relevant enough, not too many of one document, not too alike, at most 300. */
export function refine(judged: readonly Judged[], nominations: readonly Nomination[], request: SearchRequest): readonly RefinedHit[] {
  const relevant = judged.filter(({ relevance }) => relevance >= request.min_relevance);
  const limit = request.context === 'full_note' ? 1 : request.per_document;
  const { kept, more } = limitPerDocument(relevant, { limit, documentOf });
  const comparable = kept.map((hit) => ({ hit, score: hit.score, vector: hit.candidate.commonVector }));
  const list = diversify(comparable, { diversity: request.diversity, depth: DIVERSIFIED }).slice(0, LONGEST_LIST);
  const counted = new Set<string>();
  const places = new Map(request.explain ? judged.map((hit, at) => [hit, at + 1]) : []);
  return list.flatMap(({ hit }, at) => {
    const nomination = nominations[hit.collection];
    if (nomination === undefined) return [];
    const document = documentOf(hit);
    const further = counted.has(document) ? undefined : more.get(document);
    counted.add(document);
    const { id } = hit.candidate;
    const { collection } = nomination;
    const listed = {
      id,
      collection: collection.record.name,
      relevance: hit.relevance,
      ...(further === undefined ? {} : { more: further }),
    };
    if (!request.explain) return [{ listed, collection }];
    return [{ listed, collection, explanation: explain(hit, { nomination, judged: places.get(hit) ?? 0, final: at + 1 }) }];
  });
}

function documentOf({ collection, candidate }: Judged): string {
  return `${collection.toString()}/${candidate.docId}`;
}
