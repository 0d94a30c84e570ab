import { decodeAscending } from '../store/varint.js';

/** Joins the word lists of removed points, each with its byte length in front, into what a change log row holds. */
export function joinWordLists(lists: readonly Uint8Array[]): Uint8Array | undefined {
  const total = lists.reduce((sum, list) => sum + 4 + list.length, 0);
  if (total === 0) return undefined;
  const joined = new Uint8Array(total);
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const list of lists) {
    view.setUint32(at, list.length, true);
    joined.set(list, at + 4);
    at += 4 + list.length;
  }
  return joined;
}

/** Calls `visit` once for each word of each removed point. */
export function forEachRemovedWord(joined: Uint8Array, visit: (word: number) => void): void {
  const view = new DataView(joined.buffer, joined.byteOffset, joined.length);
  let at = 0;
  while (at < joined.length) {
    const length = view.getUint32(at, true);
    decodeAscending(joined.subarray(at + 4, at + 4 + length), 0, visit);
    at += 4 + length;
  }
}
