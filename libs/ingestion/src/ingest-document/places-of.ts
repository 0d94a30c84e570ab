import type { ChunkToEmbed, TextSection } from '@tributary/contracts';

type Place = Pick<ChunkToEmbed, 'page' | 'section' | 'moment'>;

/** Where a passage stands in a document with pages and the like, and when that was written, by the line it begins on; to be asked in the order of the lines. */
export function placesOf(sections: readonly TextSection[] = []): (line: number) => Place {
  let at = -1;
  return (line) => {
    for (let next = sections[at + 1]; next !== undefined && next.line <= line; next = sections[at + 1]) at++;
    const { line: _, ...place } = sections[at] ?? {};
    return place;
  };
}
