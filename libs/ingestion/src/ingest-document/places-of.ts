import type { ChunkToEmbed } from '@tributary/contracts';
import type { ExtractedSection } from '@tributary/sources-port';

type Place = Pick<ChunkToEmbed, 'page' | 'section'>;

/** Where a passage stands in a document with pages and the like, by the line it begins on; to be asked in the order of the lines. */
export function placesOf(sections: readonly ExtractedSection[] = []): (line: number) => Place {
  let at = -1;
  return (line) => {
    for (let next = sections[at + 1]; next !== undefined && next.line <= line; next = sections[at + 1]) at++;
    const section = sections[at];
    if (section === undefined) return {};
    return section.kind === 'page' || section.kind === 'slide' ? { page: section.number } : { section: section.label };
  };
}
