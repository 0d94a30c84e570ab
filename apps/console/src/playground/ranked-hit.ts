import type { Explanation, Lane, SearchAnswer, SearchHit } from '@tributary/contracts';
import { passageText } from '@tributary/kernel';
import { z } from 'zod';
import { documentOf } from '../search/place.js';

/** A hit of any algorithm, as the playground lists it. */
export interface RankedHit {
  /** The same hit has the same key in every list. */
  readonly key: string;
  /** Of the point; undefined where the algorithm ranks documents. */
  readonly id?: string;
  readonly title: string;
  readonly text: string;
  readonly collection: string;
  readonly score: number;
  readonly lanes: Readonly<Partial<Record<Lane, { readonly rank: number; readonly score: number } | undefined>>>;
  readonly steps: Explanation['steps'];
}

/** Keys are addresses of passages, or of documents where lists of documents are compared with them. */
export function rankHits(hits: readonly SearchHit[], by: 'passage' | 'document'): readonly RankedHit[] {
  const seen = new Set<string>();
  return hits.flatMap((hit) => {
    const { id, uri, heading, title, collection, relevance, explanation } = hit;
    const key = by === 'passage' ? uri : documentOf(uri);
    // A document stands where its best passage stands.
    if (seen.has(key)) return [];
    seen.add(key);
    const { lanes = {}, steps = [] } = explanation ?? {};
    return [{ key, id, title: heading ?? title, text: passageText(hit), collection, score: relevance, lanes, steps }];
  });
}

const Place = z.object({ rank: z.number(), score: z.number() });

/** What `nc_semantic_search` answers, as far as it is shown. */
export const ToolSearchAnswer = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      excerpt: z.string(),
      score: z.number(),
      algorithms: z.object({ semantic: Place.optional(), keyword: Place.optional(), fuzzy: Place.optional() }),
    }),
  ),
  total_found: z.number(),
  message: z.string().optional(),
});
export type ToolSearchAnswer = z.infer<typeof ToolSearchAnswer>;

/** @param keyOf finds the key of a document of this id in other lists */
function rankResults({ results }: ToolSearchAnswer, keyOf: (id: string) => string): readonly RankedHit[] {
  return results.map(({ id, title, excerpt, score, algorithms }) => ({
    key: keyOf(id),
    title,
    text: excerpt,
    collection: '',
    score,
    lanes: algorithms,
    steps: [],
  }));
}

/** A document’s id, whichever way it is written: results name the id alone, hits the whole address. */
export function idOfDocument(uri: string): string {
  const path = uri.replace(/^tributary:\/\/[^/]+\//, '').replace(/#\d+$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What search or tool answered, as a list. */
export interface RankedList {
  readonly hits: readonly RankedHit[];
  /** Of the search; undefined where the tool answered. */
  readonly answer: SearchAnswer | undefined;
  /** What is said beside the hits. */
  readonly notes: readonly string[];
}

/** @param data undefined: nothing was answered yet */
export function rankedList(data: SearchAnswer | ToolSearchAnswer | undefined, by: 'passage' | 'document'): RankedList {
  if (data === undefined) return { hits: [], answer: undefined, notes: [] };
  if ('results' in data) {
    return { hits: rankResults(data, (id) => id), answer: undefined, notes: data.message === undefined ? [] : [data.message] };
  }
  const hits = rankHits(data.hits, by).map((hit) => (by === 'passage' ? hit : { ...hit, key: idOfDocument(hit.key) }));
  return { hits, answer: data, notes: data.notes };
}
