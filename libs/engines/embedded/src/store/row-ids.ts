const SPAN = 2 ** 32;

/** The row id of a point, document or word: its collection and its number in it. Exact up to 2^21 collections. */
export function rowId(collection: number, number: number): number {
  return collection * SPAN + number;
}

/** The number of a row in its collection. */
export function numberOf(id: number): number {
  return id % SPAN;
}

/** First and last row id a collection may have. */
export function rowIdsOf(collection: number): { readonly first: number; readonly last: number } {
  return { first: rowId(collection, 0), last: rowId(collection + 1, 0) - 1 };
}
