import type { Where } from 'chromadb';

/** A filter as far as Chroma can evaluate it: every point that fits the filter fits `where`, and with `exact` the other way round as well. No
 *  `where` restricts nothing. */
export interface Translation {
  readonly where?: Where;
  readonly exact: boolean;
}

/** Chroma can say nothing about it. */
export const UNKNOWN: Translation = { exact: false };
export const EVERYTHING: Translation = { exact: true };
/** Holds for no record: every record of ours has the field, none a negative one. */
export const NOTHING: Translation = { where: { _order: { $lt: -1 } }, exact: true };

export function exactly(where: Where): Translation {
  return { where, exact: true };
}

/** All of them hold: what is unknown widens the answer. */
export function both(parts: readonly Translation[]): Translation {
  const known = parts.flatMap(({ where }) => (where ? [where] : []));
  const exact = parts.every((part) => part.exact);
  const [only] = known;
  if (only === undefined) return { exact };
  return { where: known.length === 1 ? only : { $and: known }, exact };
}

/** One of them holds: one that restricts nothing makes the whole restrict nothing. */
export function either(parts: readonly Translation[]): Translation {
  if (parts.length === 0) return NOTHING;
  const known = parts.flatMap(({ where }) => (where ? [where] : []));
  const exact = parts.every((part) => part.exact);
  const [only] = known;
  if (only === undefined || known.length < parts.length) return { exact };
  return { where: known.length === 1 ? only : { $or: known }, exact };
}
