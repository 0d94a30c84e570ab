import { permanent } from '@tributary/kernel';
import type { TakenBecause } from './claim-place.js';

/** What the writer may not see is not told of. */
export function idTaken(id: string, collection: string, because: TakenBecause = 'hidden') {
  return permanent('DOCUMENT.ID_TAKEN', TAKEN[because](id, collection), { category: 'conflict' });
}

const TAKEN: Readonly<Record<TakenBecause, (id: string, collection: string) => string>> = {
  hidden: (id, collection) => `The id ${id} cannot be used in ${collection}: choose another one.`,
  deleted: (id, collection) => `The document ${id} in ${collection} was deleted by hand, and no other source brings the same text back.`,
  'of-a-source': (id, collection) =>
    `The document ${id} in ${collection} comes from a source, and only that replaces it: choose another id, or call with a token that has the scope admin.`,
  'other-readers': (id, collection) =>
    `The document ${id} in ${collection} has other readers, and only whose it is, or a token with the scope admin, may change who they are: leave acl out, or choose another id.`,
};
