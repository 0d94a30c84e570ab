import { JOINT } from '@tributary/ranking';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { RankedDocument } from './run-queries.js';

/** A hit of a search of several collections, with what placed it. */
export interface JointPoint {
  /** Index of its collection in the order in which they first occur in the list. */
  readonly collection: number;
  /** The judge's, by its own collection alone. */
  readonly own: number;
  /** As if all searched collections were one, without what the cosine counts there; of collections of the static model. */
  readonly joint: number;
  readonly similarity: number;
  /** Of its collection to that of the best passage. */
  readonly likeness: number;
  /** Gain of the judgments; 0 in a collection that is not of the set. */
  readonly gain: number;
}

/** What one query brought from several collections. */
export interface JointList {
  /** Of the collections that were searched, in the words of the query, 0 to 1. */
  readonly heterogeneity: number;
  /** The way its set was cut, or `all` for whole sets beside each other. */
  readonly cut: string;
  readonly query: string;
  readonly joint: readonly JointPoint[];
  /** Gains of all judged documents of the query. */
  readonly gains: readonly number[];
}

/** The lists of a run as what the merging of collections is fitted on. */
export function jointLists(
  set: EvaluationSet,
  lists: readonly (readonly RankedDocument[])[],
  { cut, isHome }: { readonly cut: string; readonly isHome: (collection: string) => boolean },
): readonly JointList[] {
  return set.queries.map(({ id }, at) => {
    const judgments = set.judgments.get(id) ?? new Map<string, number>();
    const list = lists[at] ?? [];
    const collections = [...new Set(list.map(({ collection }) => collection))];
    const heterogeneity = list[0]?.signals?.['heterogeneity'] ?? 1;
    const joint = list.map(({ collection, id: document, signals = {} }) => ({
      collection: collections.indexOf(collection),
      own: signals['own'] ?? 0,
      joint: (signals['joint'] ?? 0) - heterogeneity * JOINT.cosine * (signals['similarity'] ?? 0),
      similarity: signals['similarity'] ?? 0,
      likeness: signals['collection_likeness'] ?? 1,
      gain: isHome(collection) ? (judgments.get(document) ?? 0) : 0,
    }));
    return { heterogeneity, cut, query: id, joint, gains: [...judgments.values()].filter((gain) => gain > 0) };
  });
}
