import type { Catalog } from '@tributary/engines-port';
import { Deadline } from '@tributary/kernel';
import { placeOfChunk } from '@tributary/kernel/ids';
import { termIdsOf } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { endsWithPath } from '../named/ends-with-path.js';
import { unlessLate } from '../nominate/unless-late.js';
import { present, type LocatedDocument } from './find-by-path.js';

/** Passages of one collection that are looked at. */
const LOOKED_AT = 500;
const TIME_MS = 2000;

interface EndLookup {
  /** Those that the caller may read. */
  readonly collections: readonly ScopedCollection[];
  readonly catalog: Pick<Catalog, 'documents'>;
  readonly most: number;
  readonly signal: AbortSignal | undefined;
}

interface FilesEnding {
  readonly files: readonly LocatedDocument[];
  /** False where there may be others. */
  readonly areAll: boolean;
}

/** Files that the caller sees whose paths end in this one, whatever folders stand before it. They are found by the words of their title paths. Of collections that other programs made nothing is known. */
export async function filesEnding(path: string, { collections, catalog, most, signal }: EndLookup): Promise<FilesEnding> {
  const own = collections.filter(({ isForeign }) => !isForeign);
  const limits = { deadline: Deadline.in(TIME_MS), signal };
  const late: FilesEnding = { files: [], areAll: false };
  const found = await Promise.all(own.map((collection) => unlessLate(limits, (until) => endingIn(collection, path, until), late)));
  const there = await present(
    found.flatMap(({ files }) => files),
    catalog,
  );
  return { files: there.slice(0, most), areAll: found.every(({ areAll }) => areAll) };
}

async function endingIn(collection: ScopedCollection, path: string, signal: AbortSignal): Promise<FilesEnding> {
  const terms = [...termIdsOf(path)].map((id) => ({ id, weight: 1 }));
  if (terms.length === 0) return { files: [], areAll: true };
  const { candidates } = await collection.nominate({ lanes: ['keyword'], limit: LOOKED_AT, terms }, signal);
  const named = candidates.filter((candidate) => terms.every((_, at) => (candidate.title[at] ?? 0) > 0));
  const ofDocuments = [...new Map(named.map((candidate) => [candidate.docId, candidate.id])).values()];
  const points = await collection.readHits(ofDocuments, signal);
  const { name } = collection.record;
  const files = points.flatMap(({ payload }): readonly LocatedDocument[] => {
    const key = placeOfChunk(payload.original_id, name)?.key;
    const isMeant = payload.path !== undefined && endsWithPath(payload.path, { path });
    return isMeant && key !== undefined ? [{ collection, address: { collection: name, key } }] : [];
  });
  return { files, areAll: candidates.length < LOOKED_AT };
}
