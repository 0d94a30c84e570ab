import { posix } from 'node:path';
import type { Archive } from '../archive/open-archive.js';
import { allNamed, attribute } from '../dom/local-name.js';
import { parseXml } from '../dom/dom.js';

export interface Relationship {
  readonly id: string;
  /** Last part of its type: `slide`, `notesSlide`, … */
  readonly type: string;
  /** Name of a part of the archive. */
  readonly target: string;
}

/** What a part of an office file refers to inside the file. */
export async function relationshipsOf(archive: Archive, part: string): Promise<readonly Relationship[]> {
  const xml = await archive.text(`${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`);
  if (xml === undefined) return [];
  return [...allNamed(parseXml(xml), 'Relationship')]
    .filter((element) => attribute(element, 'TargetMode') !== 'External')
    .map((element) => ({
      id: attribute(element, 'Id') ?? '',
      type: attribute(element, 'Type')?.split('/').at(-1) ?? '',
      target: targetOf(part, attribute(element, 'Target') ?? ''),
    }));
}

function targetOf(part: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.normalize(posix.join(posix.dirname(part), target));
}
