import { documentRecordKey, type Catalog, type DocumentRecord, type SourceRecord } from '@tributary/engines-port';
import { encodeDocumentKey } from '@tributary/kernel';
import { isAtPath } from '../projects/project-path.js';

/** With more paths than this one pass over all rows is quicker than a look below each. */
const MOST_LOOKS = 50;

/** The catalog's rows of a source, all of them or those of files at these paths and below. */
export async function* rowsOfSource(catalog: Catalog, source: SourceRecord, paths?: readonly string[]): AsyncGenerator<DocumentRecord> {
  const ofSource = { source: source.id };
  if (paths === undefined) {
    yield* catalog.documents.list(ofSource);
    return;
  }
  if (paths.length > MOST_LOOKS) {
    for await (const row of catalog.documents.list(ofSource)) if (row.file !== undefined && isAtPath(row.file.path, paths)) yield row;
    return;
  }
  const { name, route } = source;
  const keys = [...new Set([route.code, route.docs])].flatMap((collection) =>
    paths.map((path) => documentRecordKey(collection, encodeDocumentKey(`${name}/${path}`))),
  );
  for (const row of await catalog.documents.getMany(keys)) if (row?.source === source.id) yield row;
  for (const key of keys) yield* catalog.documents.listBelow(`${key}/`, ofSource);
}
