import { toUnitVector } from '../vectors/unit-vector.js';
import type { ServerErrors } from './server-errors.js';

export interface ExpectedVectors {
  readonly count: number;
  /** Left out: the first vector decides. */
  readonly dimension?: number | undefined;
  readonly errors: ServerErrors;
}

/** Vectors of unit length from the lists of numbers a server answered. @throws `EMBEDDER.ANSWER_INVALID` for a wrong count, a wrong dimension, or what is no finite number */
export function readVectors(
  lists: readonly (Iterable<unknown> & { readonly length: number })[],
  { count, dimension = lists[0]?.length ?? 0, errors }: ExpectedVectors,
): readonly Float32Array[] {
  if (lists.length !== count)
    throw errors.invalid(`answered ${lists.length.toString()} vectors to ${count.toString()} texts`, 'Its version may not fit: update it.');
  return lists.map((list) => {
    if (list.length !== dimension || dimension === 0)
      throw errors.invalid(
        `answered a vector of ${list.length.toString()} numbers instead of ${dimension.toString()}`,
        'If another model is served there now, re-embed the collections made with the old one.',
      );
    const vector = toUnitVector(list);
    if (vector === undefined) throw errors.notFinite();
    return vector;
  });
}
