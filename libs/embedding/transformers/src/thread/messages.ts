import type { ModelDescription } from '../folder/read-model.js';

/** What the thread starts with. */
export interface ThreadModel extends ModelDescription {
  readonly threads: number;
}

export type ToThread =
  | { readonly kind: 'embed'; readonly id: number; readonly isQuery: boolean; readonly texts: readonly string[] }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

export type FromThread =
  /** `vectors`: one after another, as the model gives them. */
  | { readonly kind: 'vectors'; readonly id: number; readonly vectors: Float32Array<ArrayBuffer>; readonly dimension: number }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** The model cannot be loaded; the thread ends. */
  | { readonly kind: 'unusable'; readonly reason: string };
