import { FILE_BEGINNINGS, readBareFile } from './bare-files.js';
import { DATA, readDataUri } from './data-uris.js';
import type { Payload, PayloadReader } from './payload.js';

const ANNOUNCED: readonly (readonly [announcement: string, read: PayloadReader])[] = [
  [DATA, readDataUri],
  ...FILE_BEGINNINGS.map((beginning) => [beginning, readBareFile(beginning)] as const),
];

/** Long encoded bytes in a text in order, none of them overlapping another. Time is linear in the length of the text. */
export function findPayloads(text: string): readonly Payload[] {
  const found: Payload[] = [];
  for (const [announcement, read] of ANNOUNCED) {
    for (let at = text.indexOf(announcement); at >= 0;) {
      const { payload, end } = read(text, at);
      if (payload !== undefined) found.push(payload);
      at = text.indexOf(announcement, Math.max(end, at + announcement.length));
    }
  }
  if (found.length < 2) return found;
  let end = 0;
  return found
    .toSorted((a, b) => a.start - b.start)
    .filter((payload) => {
      if (payload.start < end) return false;
      ({ end } = payload);
      return true;
    });
}
