import type { Coverage } from '@tributary/contracts';
import type { ContentDemands } from '@tributary/ranking';

/** A hit of a ranked list, as far as it is kept for later pages. */
export interface ListedHit extends PassagePlace {
  readonly relevance: number;
  /** Of its document as it was ranked; left out of the near duplicates that stand in for a hit. */
  readonly version?: number;
  /** Further hits of its document that were left out. */
  readonly more?: number;
  /** Near duplicates it stands for. */
  readonly alsoIn?: readonly PassagePlace[];
}

/** Where a passage is to be read. */
export interface PassagePlace {
  readonly id: string;
  readonly collection: string;
}

/** A ranked list after refining, kept so that later pages continue the same ranking. */
export interface RankedList {
  readonly hits: readonly ListedHit[];
  readonly coverage: readonly Coverage[];
  /** What its passages must and must not contain: their text may be replaced before they are read. */
  readonly demands: ContentDemands;
  /** Subject of who asked: what is kept for all is shared by it. */
  readonly caller: string;
  /** Fingerprint of who asked for what; another caller or request may not continue it. */
  readonly owner: string;
}
