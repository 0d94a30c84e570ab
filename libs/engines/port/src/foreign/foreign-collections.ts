import type { Card, Filter } from '@tributary/contracts';
import type { ErrorRecord } from '@tributary/kernel';
import type { CallOptions, PointSelector, PointsPage, ReadOptions, ScrollRequest, StoredPoint } from '../engine/reading.js';
import type { Candidate, NominateRequest, NominateResult, SignalsRequest } from '../engine/nominate.js';

/** A vector field of a collection as its engine declares it. */
export interface VectorField {
  /** Empty for the one unnamed vector of a Qdrant collection and for Chroma. */
  readonly name: string;
  readonly kind: 'dense' | 'sparse' | 'multi';
  /** Numbers in a vector; undefined for sparse vectors and where the engine does not know it yet. */
  readonly dimension?: number;
  readonly distance?: 'cosine' | 'dot' | 'euclid' | 'manhattan';
}

/** A collection of an engine that Tributary did not make, as the engine describes it. */
export interface ForeignCollection {
  readonly name: string;
  /** Exact where it was asked for by name; in a listing it may be what the server estimates. */
  readonly points: number;
  readonly vectors: readonly VectorField[];
  /** What its maker wrote beside it: Chroma collection metadata, Qdrant collection metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Another one where the engine shows that points changed; the same one proves nothing. Left out where it shows no more than their number. */
  readonly revision?: string;
}

/** A collection that the engine names and does not describe now. */
export interface UndescribedCollection {
  readonly name: string;
  readonly error: ErrorRecord;
}

export interface ForeignListing {
  readonly collections: readonly ForeignCollection[];
  /** Those that cost the others nothing but their place in the listing. */
  readonly failed: readonly UndescribedCollection[];
}

export interface ForeignListOptions extends CallOptions {
  /** Told of each collection as soon as it is described: a listing may wait seconds for one of them. */
  readonly each?: (collection: ForeignCollection) => void;
  /** The names that listings asked for, the longest ago first, kept up to date by each of them: a listing that does not get to all begins with the others. */
  readonly asked?: Set<string>;
}

/** A point as its maker wrote it. */
export interface ForeignPoint {
  /** As text; a numeric id of Qdrant is its decimal digits. */
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Chroma's `document`; undefined elsewhere. */
  readonly document?: string;
  /** Dense vectors by field name. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/** A page, and how much of its points is wanted; left out: all of it. */
export interface ForeignScrollRequest extends Pick<ScrollRequest, 'collection' | 'after' | 'limit'> {
  readonly vectors?: boolean;
  /** Only what stands at these places of the payload, `$document` among them; more may come. */
  readonly places?: readonly string[];
}

export interface ForeignPage {
  readonly points: readonly ForeignPoint[];
  readonly next?: string;
}

/** Reads one foreign collection through its card: payloads come out in Tributary's layout (`foreignPayload`), filters see
 *  what `seenByFilters` says. `PointSelector.docId` means the text at `card.fields.document`, or the id of the point where that is not known. */
export interface ForeignReader {
  /** The semantic lane only, with `payload` on every candidate; `body`, `title` and `length` of a candidate are empty, since the engine keeps no terms of it. */
  nominate(request: Omit<NominateRequest, 'collection'>, options?: CallOptions): Promise<NominateResult>;
  /** These points, as `nominate` would give them, in the order of the ids; missing ones and those the filter keeps out left out. */
  signals(request: Omit<SignalsRequest, 'collection'>, options?: CallOptions): Promise<readonly Candidate[]>;
  read(selector: PointSelector, options?: ReadOptions): Promise<readonly StoredPoint[]>;
  /** A page of the points that fit, with their vectors, in an order that does not change while points are added. */
  scroll(request: Omit<ScrollRequest, 'collection'>, options?: CallOptions): Promise<PointsPage>;
  /** Exact. */
  count(filter?: Filter, options?: CallOptions): Promise<number>;
}

/** Another name of a collection, which its maker may give to another one later. */
export interface ForeignAlias {
  readonly alias: string;
  readonly collection: string;
}

/** The collections of one engine that another program made. */
export interface ForeignCollections {
  /** Without Tributary's own collections and its catalog. Fails only where nothing can be listed. */
  list(options?: ForeignListOptions): Promise<ForeignListing>;
  inspect(name: string, options?: CallOptions): Promise<ForeignCollection | undefined>;
  /** By these names collections can be inspected and opened, too; left out where the engine has none. */
  aliases?(options?: CallOptions): Promise<readonly ForeignAlias[]>;
  /** A page of points as they are stored, in an order that does not change while points are added. */
  scroll(request: ForeignScrollRequest, options?: CallOptions): Promise<ForeignPage>;
  /** These points as they are stored, whole, in any order; those that are not there are left out. Reads no others. @throws `COLLECTION.NOT_FOUND` */
  fetch(name: string, ids: readonly string[], options?: CallOptions): Promise<readonly ForeignPoint[]>;
  /** Writes points as they are, in place of those with their ids; durable when it resolves. The maker's layout is the caller's business: `toForeignPoint`.
   *  @throws `COLLECTION.NOT_FOUND`, `ENGINE.POINT_INVALID`, `ENGINE.VECTOR_INVALID` */
  upsert(name: string, points: readonly ForeignPoint[], options?: CallOptions): Promise<void>;
  /** Deletes points by id; those that are not there are none. @throws `COLLECTION.NOT_FOUND` */
  delete(name: string, ids: readonly string[], options?: CallOptions): Promise<void>;
  /** `card.fields` says where text, title and the rest stand, `card.vectors.dense` which vector is searched. */
  open(name: string, card: Card): ForeignReader;
}
