import { documentRecordKey, type Catalog, type SourceRecord } from '@tributary/engines-port';
import { encodeDocumentKey, isAbort, within } from '@tributary/kernel';
import { chunkOriginalId, md5Uuid } from '@tributary/kernel/ids';
import { namedPaths, type NamedPath } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { nominationInput, type Nomination, type NominationRequest } from '../nominate/nominate-collection.js';

/** Passages of a file that are looked at, from its beginning. */
const PASSAGES = 128;
/** Further out than this nobody names a file by the folders around it. */
const SEGMENTS = 16;
/** Rows looked up for one query. */
const MOST_ROWS = 2000;

/** Where files are known from. */
export type FileCatalog = Pick<Catalog, 'sources' | 'documents'>;

interface NamedFile {
  readonly docId: string;
  readonly key: string;
  readonly named: NamedPath;
}

/** The nominations with the passages of the files that the query calls by their paths (docs/adr/0155-what-is-called-by-its-name-leads.md): such a file says no word of
 *  its own path, and need not be among the best of any lane. Of collections that other programs made nothing is known. What cannot be looked up in time is left out. */
export async function nominateNamed(
  nominations: readonly Nomination[],
  request: NominationRequest,
  { text, catalog }: { readonly text: string; readonly catalog: FileCatalog },
): Promise<readonly Nomination[]> {
  const paths = namedPaths(text);
  const collections = nominations.flatMap(({ collection, answered }) => (answered && !collection.isForeign ? [collection] : []));
  if (paths.length === 0 || collections.length === 0) return nominations;
  const { deadlines, signal } = request;
  try {
    return await within({ deadline: deadlines.lanes, signal }, async (limit) => {
      const files = await findFiles(paths, collections, catalog);
      return Promise.all(nominations.map((one) => withFiles(one, files.get(one.collection) ?? [], { request, signal: limit })));
    });
  } catch (error) {
    if (isAbort(error) && signal?.aborted === true) throw error;
    return nominations;
  }
}

/** Of each path the file with most of it, of each source: `a/b.ts` is not `b.ts` where both are there. */
async function findFiles(
  paths: readonly NamedPath[],
  collections: readonly ScopedCollection[],
  catalog: FileCatalog,
): Promise<ReadonlyMap<ScopedCollection, readonly NamedFile[]>> {
  const sources = await catalog.sources.all();
  const places = collections.flatMap((collection) =>
    ['', ...namesIn(collection.record.name, sources)].flatMap((folder) =>
      paths.map((named) => ({ collection, keys: keysOf(named.path, folder), named })),
    ),
  );
  const lookedUp = places.slice(0, Math.floor(MOST_ROWS / SEGMENTS));
  const rows = await catalog.documents.getMany(
    lookedUp.flatMap(({ collection, keys }) => keys.map((key) => documentRecordKey(collection.record.name, key))),
  );
  let at = 0;
  const found = lookedUp.flatMap(({ collection, keys, named }) => {
    const ofPlace = rows.slice(at, (at += keys.length));
    const row = ofPlace.find((one) => one?.state !== undefined && one.state !== 'deleted');
    return row === undefined ? [] : [{ collection, file: { docId: row.doc_id, key: row.key, named } }];
  });
  const byCollection = Map.groupBy(found, ({ collection }) => collection);
  return new Map([...byCollection].map(([collection, files]) => [collection, files.map(({ file }) => file)]));
}

/** With what the keys of the files begin that sources bring into a collection. */
function namesIn(collection: string, sources: readonly SourceRecord[]): readonly string[] {
  return sources.filter(({ route }) => route.code === collection || route.docs === collection).map(({ name }) => `${name}/`);
}

/** The keys that a path may stand under, the longest first. */
function keysOf(path: string, folder: string): readonly string[] {
  const segments = path.split('/').slice(-SEGMENTS);
  return segments.map((_, at) => encodeDocumentKey(`${folder}${segments.slice(at).join('/')}`));
}

async function withFiles(
  nomination: Nomination,
  files: readonly NamedFile[],
  { request, signal }: { readonly request: NominationRequest; readonly signal: AbortSignal },
): Promise<Nomination> {
  const { collection, candidates } = nomination;
  if (files.length === 0) return nomination;
  const { together: _, ...alone } = request;
  const ids = files.flatMap(({ key }) => idsOf(collection.record.name, key));
  const input = await nominationInput(collection, { ...alone, limit: ids.length });
  const told = await collection.nominate({ ...input, ids }, signal);
  const known = new Set(candidates.map(({ id }) => id));
  const named = new Map(files.map((file) => [file.docId, file.named]));
  return { ...nomination, named, candidates: [...candidates, ...told.candidates.filter(({ id }) => !known.has(id))] };
}

function idsOf(collection: string, key: string): readonly string[] {
  return Array.from({ length: PASSAGES }, (_, chunk) => md5Uuid(chunkOriginalId({ collection, key, chunk })));
}
