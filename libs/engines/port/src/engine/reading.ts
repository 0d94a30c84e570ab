import type { Filter, PointPayload } from '@tributary/contracts';
import type { Point } from './point.js';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface ReadOptions extends CallOptions {
  /** Return each point’s vector by the collection’s own model, as it is stored. */
  readonly withVectors?: boolean;
}

/** Which points a read means. All given conditions must hold. */
export interface PointSelector {
  readonly ids?: readonly string[];
  readonly docId?: string;
  /** With `docId`: only chunks of this range, both ends included. */
  readonly chunks?: { readonly from: number; readonly to: number };
  readonly filter?: Filter;
}

export interface StoredPoint {
  readonly id: string;
  readonly payload: PointPayload;
  /** By the collection’s own model, where it was asked for and there is one. */
  readonly vector?: Float32Array;
}

/** A point with everything that is needed to write it again elsewhere. */
export interface FullPoint extends StoredPoint, Pick<Point, 'features'> {}

export interface ScrollRequest {
  readonly collection: string;
  readonly filter?: Filter;
  /** The `next` of the page before. */
  readonly after?: string;
  readonly limit: number;
  /** Of a store with damaged pages: every point that can still be read, each by itself and in the order of writing, without features. Engines on a server look after their own pages. */
  readonly pastDamage?: boolean;
}

/** A page in the order of the ids, which are hashes: the first pages are a sample of everything. While points are added none is met twice, and none that stays is
 *  missed. */
export interface ScrollPage {
  readonly points: readonly FullPoint[];
  readonly next?: string;
}

/** A page of points as they are shown. */
export interface PointsPage {
  readonly points: readonly StoredPoint[];
  readonly next?: string;
}
