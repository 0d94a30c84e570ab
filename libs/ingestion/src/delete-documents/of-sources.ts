import { documentRecordKey, type Catalog, type DocumentRecord } from '@tributary/engines-port';
import { decodeDocumentKey } from '@tributary/kernel';
import { inBatches } from '../batching/in-batches.js';
import { untilBack } from '../sources/state/deleted-by-hand.js';

interface Chosen {
  readonly collection: { readonly name: string };
  /** By key. */
  readonly documents: ReadonlyMap<string, unknown>;
}

const ROWS_PER_READ = 500;
/** Sources that are told of. */
const MOST_SOURCES = 3;

/** Notes on the documents among these whose sources still have what they come from: of each source how many, and what brings them back. */
export async function notesOnSources(
  { documents, sources }: Pick<Catalog, 'documents' | 'sources'>,
  selections: readonly Chosen[],
): Promise<readonly string[]> {
  const brought = new Map<string, { readonly first: DocumentRecord; count: number }>();
  const keys = selections.flatMap((chosen) => [...chosen.documents.keys()].map((key) => documentRecordKey(chosen.collection.name, key)));
  for (const batch of inBatches(keys, ROWS_PER_READ)) {
    for (const row of await documents.getMany(batch)) {
      if (row?.file === undefined || row.source === '') continue;
      const known = brought.get(row.source);
      if (known === undefined) brought.set(row.source, { first: row, count: 1 });
      else known.count++;
    }
  }
  const records = await sources.getMany([...brought.keys()]);
  return [...brought.values()]
    .flatMap(({ first, count }, i) => {
      const source = records[i];
      if (source === undefined) return [];
      const what = count === 1 ? `${decodeDocumentKey(first.key)} comes` : `${count.toLocaleString('en-US')} of them come`;
      return [`${what} from the source ${source.name} and ${untilBack({ ...source, count })}`];
    })
    .slice(0, MOST_SOURCES);
}
