/** Encoded bytes in a text: their offsets in UTF-16 units, the end exclusive. */
export interface Payload {
  readonly start: number;
  readonly end: number;
}

/** What a reader looked at. */
export interface Looked {
  /** Undefined where nothing is to be left out. */
  readonly payload: Payload | undefined;
  /** Up to where nothing has to be looked at again. */
  readonly end: number;
}

/** Reads what an announcement leads to; looks at no part of a text for a second one. */
export type PayloadReader = (text: string, at: number) => Looked;

/** What is shorter stays: an icon of a few bytes costs nothing. */
const SHORTEST = 256;

/** @returns the payload where it is long enough to be left out */
export function looked({ start, end }: Payload): Looked {
  return { payload: end - start >= SHORTEST ? { start, end } : undefined, end };
}
