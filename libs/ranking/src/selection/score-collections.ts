import { idf } from '../bm25/bm25.js';
import { cosineWith, type CollectionSketch } from './collection-sketch.js';

/** What is asked, as collections are chosen by it. */
export interface SelectionQuery {
  readonly terms: readonly { readonly id: number; readonly weight: number }[];
  /** Unit vector of the common model; undefined where it knows nothing of the query. */
  readonly vector?: Float32Array | undefined;
}

/** What is known of a collection before it is asked. */
export interface SelectableCollection {
  /** Left out: nothing is known of its content yet. */
  readonly sketch?: CollectionSketch | undefined;
  /** What its name and its description say. */
  readonly card: CardSketch;
}

/** A description as the choice sees it. */
export interface CardSketch {
  readonly terms: ReadonlySet<number>;
  /** Directions: of name and description as a whole, then of each sentence. */
  readonly topics: readonly Int8Array[];
}

/** How well a collection seems to suit a query. */
export interface CollectionScore {
  /** LEXICAL_SHARE · terms + topic. */
  readonly score: number;
  /** Share of the query’s weight that its best passage can be expected to hold, 0 to 1. */
  readonly terms: number;
  /** Cosine with its nearest topic or sentence of the description; where only the description is known, with all that it says. */
  readonly topic: number;
}

/** A passage that holds every term of the query once, at mean length, has this share of the highest BM25 there is: 1 / (k1 + 1), rounded up (docs/planning.md). */
const LEXICAL_SHARE = 0.5;
/** Where only a description of several sentences is known: what its cosine as a whole counts, and the mean of its nearest sentences. One sentence of many is
 *  near by chance (docs/planning.md). */
const OF_DESCRIPTION = { whole: 2 / 3, sentences: 1 / 3, nearest: 3 } as const;
/** A term that only the name or the description says counts as if a collection held it in so many passages. */
const SAID_BY_CARD = 1;

/** Scores collections on the judge's own scale, by the best level each could offer:
 *  `0.5 · Σ w idf df/(df + 1) / Σ w idf + cosine with what it is about`, with N and df summed over all of them. In their order. */
export function scoreCollections(query: SelectionQuery, collections: readonly SelectableCollection[]): readonly CollectionScore[] {
  const weights = termWeights(query, collections);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return collections.map((collection) => {
    const held = query.terms.reduce((sum, { id }, at) => {
      const frequency = frequencyIn(collection, id);
      return sum + ((weights[at] ?? 0) * frequency) / (frequency + 1);
    }, 0);
    const terms = whole === 0 ? 0 : held / whole;
    const topic = nearestTopic(query.vector, collection);
    return { score: LEXICAL_SHARE * terms + topic, terms, topic };
  });
}

/** Terms that no collection holds say nothing about which to ask. */
function termWeights({ terms }: SelectionQuery, collections: readonly SelectableCollection[]): readonly number[] {
  const points = collections.reduce((sum, { sketch }) => sum + Math.max(1, sketch?.points ?? 0), 0);
  return terms.map(({ id, weight }) => {
    const frequency = collections.reduce((sum, collection) => sum + frequencyIn(collection, id), 0);
    return frequency === 0 ? 0 : weight * idf(points, frequency);
  });
}

/** Passages that contain the term, scaled up where not all were looked at. */
function frequencyIn({ sketch, card }: SelectableCollection, term: number): number {
  const said = card.terms.has(term) ? SAID_BY_CARD : 0;
  if (sketch === undefined || sketch.sampled === 0) return said;
  return Math.max(said, (sketch.terms.of(term) * sketch.points) / sketch.sampled);
}

function nearestTopic(vector: Float32Array | undefined, { sketch, card }: SelectableCollection): number {
  if (vector === undefined) return 0;
  if (sketch === undefined) return likeDescription(vector, card);
  const topics = [...sketch.topics, ...card.topics];
  return topics.reduce((best, topic) => Math.max(best, cosineWith(vector, topic)), 0);
}

function likeDescription(vector: Float32Array, { topics }: CardSketch): number {
  const [whole = 0, ...sentences] = topics.map((topic) => cosineWith(vector, topic));
  if (sentences.length < OF_DESCRIPTION.nearest) return Math.max(0, whole, ...sentences);
  const nearest = sentences.sort((a, b) => b - a).slice(0, OF_DESCRIPTION.nearest);
  const mean = nearest.reduce((sum, cosine) => sum + cosine, 0) / nearest.length;
  return Math.max(0, OF_DESCRIPTION.whole * whole + OF_DESCRIPTION.sentences * mean);
}
