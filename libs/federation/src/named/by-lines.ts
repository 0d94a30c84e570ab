import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import type { NamedDocument } from '../nominate/nominate-collection.js';
import { documentOf } from '../refine/refine.js';

type Judged = JudgedHit<Candidate>;

/** Documents as they are judged; the passages of each from its first, after that with the line that was asked for. */
export function byLines(files: ReadonlyMap<Judged, Pick<NamedDocument, 'lineAt'>>): readonly Judged[] {
  const documents = Map.groupBy(files.keys(), documentOf);
  const isAsked = (hit: Judged) => Number(files.get(hit)?.lineAt === hit.candidate.chunkIndex);
  return [...documents.values()].flatMap((ofDocument) =>
    ofDocument.toSorted((a, b) => isAsked(b) - isAsked(a) || a.candidate.chunkIndex - b.candidate.chunkIndex),
  );
}
