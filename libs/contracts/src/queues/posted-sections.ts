import { KIB, utf8Bytes } from '@tributary/kernel';
import { MOST_SECTIONS, type TextSection } from './queues.js';

/** All fields of a document together are limited; places are the last that a reader would miss. */
const MOST_PLACES_BYTES = 128 * KIB;

/** As many of the places of a text as one document may have; what is beyond says none, and no date of the last one. */
export function limitedSections(sections: readonly TextSection[], most = MOST_SECTIONS): TextSection[] {
  const beyond = sections[most - 1];
  return sections.length <= most || beyond === undefined ? [...sections] : [...sections.slice(0, most - 1), { line: beyond.line }];
}

/** As many as there is room for in a document that is handed in. */
export function postedSections(sections: readonly TextSection[]): TextSection[] {
  let bytes = 0;
  const tooMany = sections.slice(0, MOST_SECTIONS).findIndex((section) => {
    bytes += utf8Bytes(JSON.stringify(section)) + 1;
    return bytes > MOST_PLACES_BYTES;
  });
  return limitedSections(sections, tooMany === -1 ? MOST_SECTIONS : tooMany);
}
