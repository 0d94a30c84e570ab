/** Whose vectors they are: the configured name, and the revision the model says of itself. */
export interface ModelRevision {
  readonly name: string;
  readonly revision: string;
}

/** A text's vector under the SHA-256 of the text, hex. */
export interface CachedVector {
  readonly hash: string;
  readonly vector: Float32Array;
}

/** Keeps vectors by model revision and text, bounded in their number: the least recently used go first, about. What it keeps outlives the process. */
export interface VectorCache {
  /** One per hash, in order, exactly as it was put; undefined where none is kept. */
  get(model: ModelRevision, hashes: readonly string[]): Promise<readonly (Float32Array | undefined)[]>;
  put(model: ModelRevision, vectors: readonly CachedVector[]): Promise<void>;
  close(): Promise<void>;
}
