import type { Explanation } from '@tributary/contracts';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { ListedHit } from '../cursor/ranked-list.js';

/** A hit in its final place, not read yet. */
export interface RefinedHit {
  readonly listed: ListedHit;
  /** Undefined when it was removed, or withdrawn from this caller, since the list was made. */
  readonly collection: ScopedCollection | undefined;
  /** Near duplicates it stands for, where its caller may read them now. */
  readonly alsoIn?: readonly PlacedPassage[];
  readonly explanation?: Explanation;
}

/** A passage that can be read. */
export interface PlacedPassage {
  readonly id: string;
  readonly collection: ScopedCollection;
}
