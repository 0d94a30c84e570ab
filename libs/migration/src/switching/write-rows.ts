import {
  accessOfRow,
  documentRecordKey,
  foundAgain,
  withSharer,
  type Catalog,
  type DocumentRecord,
  type DocumentRecordInput,
} from '@tributary/engines-port';
import { chunkOriginalId, md5Uuid } from '@tributary/kernel/ids';
import type { Generation } from '../copy/read-points.js';

const BATCH = 500;

interface Registration extends Generation {
  readonly catalog: Catalog;
  readonly collection: string;
  /** Where the documents had rows before, under the same keys. */
  readonly from: string;
  readonly now: number;
}

/** Gives the documents of a collection that is new to the catalog their rows. Rows of what was stored there before the move follow what was copied; all
 *  others that are there stay: they are newer. May be repeated. */
export async function writeRows({ engine, name, catalog, collection, from, now }: Registration): Promise<void> {
  const epoch = (await catalog.collections.get(collection))?.epoch ?? 0;
  const documents = (await engine.findDocuments(name, {})).map(({ docId, key, points }) => ({ docId, key, points }));
  for (let at = 0; at < documents.length; at += BATCH) {
    const batch = documents.slice(at, at + BATCH);
    const fences = await engine.fences(
      name,
      batch.map(({ docId }) => docId),
    );
    const keys = batch.map(({ key }) => key);
    const before = await catalog.documents.getMany(keys.map((key) => documentRecordKey(from, key)));
    const accesses = await accessOf({ engine, name }, collection, keys);
    await catalog.documents.changeMany(
      batch.flatMap(({ docId, key, points }, i) => {
        const fence = fences[i];
        if (fence === undefined || fence.deleted) return [];
        const { version, hash } = fence;
        const title = before[i]?.title ?? '';
        const [noted, known] = [accesses[i], before[i]?.access];
        const access = noted === undefined ? known : withSharer(noted, known);
        const set: DocumentRecordInput = {
          ...{ collection, key, doc_id: docId, version, hash, title, epoch, chunks: points },
          ...{ state: 'indexed', accepted_at: now, indexed_at: now },
          ...(access === undefined ? {} : { access }),
          ...leftOf(before[i]),
        };
        return [
          {
            key: documentRecordKey(collection, key),
            decide: (present) => {
              if (present === undefined || present.epoch < epoch) return { set };
              const isCopied = present.state === 'indexed' && present.version <= version;
              return isCopied ? { set: foundAgain(present, { version, hash, chunks: points }) } : { keep: true as const };
            },
          },
        ];
      }),
    );
  }
}

/** A copy of what a source brings is no source's, until one is added that has its file. */
function leftOf(before: DocumentRecord | undefined): Pick<DocumentRecordInput, 'left'> {
  return before === undefined || (before.source === '' && before.left === undefined) ? {} : { left: { source: '' } };
}

/** Whose each document is, as its first passage says; undefined where that has an id that its producer chose. */
async function accessOf(
  { engine, name }: Generation,
  collection: string,
  keys: readonly string[],
): Promise<readonly (DocumentRecord['access'] | undefined)[]> {
  const ids = keys.map((key) => md5Uuid(chunkOriginalId({ collection, key, chunk: 0 })));
  const points = await engine.read(name, { ids });
  const payloads = new Map(points.map(({ id, payload }) => [id, payload]));
  return ids.map((id) => {
    const payload = payloads.get(id);
    return payload && accessOfRow(payload);
  });
}
