import type { Filter } from '@tributary/contracts';
import type { WordSuggestion } from './engine.js';
import type { CallOptions, PointSelector, PointsPage, ReadOptions, ScrollRequest, StoredPoint } from './reading.js';
import type { NominateRequest, NominateResult } from './nominate.js';

/** One collection as a search reads it, whoever made it and whichever engines its lanes come from. Points have the layout of `PointPayload`. */
export interface CollectionReader {
  /** False where a document that is being replaced may be seen half new. */
  readonly showsWholeDocuments: boolean;
  /** A lane that cannot be run yet, or not by this query, says so by its status; the others answer. */
  nominate(request: Omit<NominateRequest, 'collection'>, options?: CallOptions): Promise<NominateResult>;
  read(selector: PointSelector, options?: ReadOptions): Promise<readonly StoredPoint[]>;
  /** Like `Engine.scroll`, without what only another engine needs. */
  scroll(request: Omit<ScrollRequest, 'collection'>, options?: CallOptions): Promise<PointsPage>;
  /** Exact. */
  count(filter?: Filter, options?: CallOptions): Promise<number>;
  suggestWords(words: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]>;
  wordsBeginning(beginnings: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]>;
  /** Like `Engine.shareRead`. */
  shareRead?(): number | undefined;
}
