import type { ChunkToEmbed, TextSection } from '@tributary/contracts';

type Place = Pick<ChunkToEmbed, 'page' | 'section'>;

/** Where a passage stands in a document with pages and the like, by the line it begins on; to be asked in the order of the lines. */
export function placesOf(sections: readonly TextSection[] = []): (line: number) => Place {
  let at = -1;
  return (line) => {
    for (let next = sections[at + 1]; next !== undefined && next.line <= line; next = sections[at + 1]) at++;
    const { page, section } = sections[at] ?? {};
    return { ...(page === undefined ? {} : { page }), ...(section === undefined ? {} : { section }) };
  };
}
