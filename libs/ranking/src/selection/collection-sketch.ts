import { clusterVectors } from './cluster-vectors.js';
import { TermCountTable } from './term-count-table.js';

/** Kinds of content a sketch tells apart. */
const TOPICS = 8;
const GREATEST = 127;

/** What choosing among collections needs to know of one: which terms it holds, and what it is about. */
export interface CollectionSketch {
  /** Passages of the collection when the sketch was made. */
  readonly points: number;
  /** Passages that were looked at. */
  readonly sampled: number;
  /** Directions of its topics by the common model, as whole numbers up to 127. */
  readonly topics: readonly Int8Array[];
  /** Of the passages that were looked at, how many contain a term. */
  readonly terms: TermCountTable;
}

/** A passage as a sketch sees it. */
export interface SketchedPassage {
  /** Distinct term ids. */
  readonly terms: Uint32Array;
  /** By the common model; zero where the model knows nothing of it. */
  readonly common: Float32Array;
}

interface SketchOptions {
  /** Passages of the whole collection. */
  readonly points: number;
  readonly pause?: () => Promise<void>;
}

/** Sketches a collection from passages of it. */
export async function sketchCollection(passages: readonly SketchedPassage[], { points, pause }: SketchOptions): Promise<CollectionSketch> {
  const vectors = passages.map(({ common }) => common).filter((vector) => vector.some((value) => value !== 0));
  const { centroids } = await clusterVectors(vectors, { count: TOPICS, ...(pause ? { pause } : {}) });
  return {
    points: Math.max(points, passages.length),
    sampled: passages.length,
    topics: centroids.map(toDirection),
    terms: TermCountTable.count(passages.map(({ terms }) => terms)),
  };
}

/** The direction of a vector in whole numbers, the longest part at 127. */
export function toDirection(vector: Float32Array): Int8Array {
  const longest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (longest === 0 ? 0 : Math.round((value * GREATEST) / longest)));
}

/** Cosine of a unit vector and a direction; 0 where the direction is none. */
export function cosineWith(unit: Float32Array, direction: Int8Array): number {
  let dot = 0;
  let squares = 0;
  for (let i = 0; i < direction.length; i++) {
    const value = direction[i] ?? 0;
    dot += value * (unit[i] ?? 0);
    squares += value * value;
  }
  return squares === 0 ? 0 : dot / Math.sqrt(squares);
}
