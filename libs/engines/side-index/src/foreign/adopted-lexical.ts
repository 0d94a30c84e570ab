import type { Candidate } from '@tributary/engines-port';
import type { LexicalPoints } from '../join/points.js';
import type { SideCollections } from '../engine/side-collections.js';
import { sidePointId, type ForeignPlace } from './foreign-documents.js';

/** The index of an adopted collection, its candidates under the ids their maker gave them. */
export function adoptedLexical(side: SideCollections, place: ForeignPlace): LexicalPoints {
  const { collection } = place;
  const sideIds = (ids: readonly string[]) => ids.map((id) => sidePointId(place, id));
  return {
    nominate: async ({ among, ...request }, options) => {
      const filter = among ? { filter: { must: [{ has_id: sideIds(among) }] } } : {};
      const result = await side.nominate({ ...request, collection, ...filter }, options);
      return { ...result, candidates: result.candidates.map(withOwnId) };
    },
    signals: async ({ ids, ...request }, options) =>
      (await side.signals({ ...request, collection, ids: sideIds(ids) }, options)).map(withOwnId),
  };
}

/** Every foreign point is a document of its own in the index, and its id the document's. */
function withOwnId(candidate: Candidate): Candidate {
  return { ...candidate, id: candidate.docId };
}
