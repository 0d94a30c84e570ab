import { documentRecordKey, type DocumentRecord } from '@tributary/engines-port';
import { groupBy } from '../batching/group-by.js';
import { gathered } from '../batching/in-batches.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import { isAtPath } from './project-path.js';

type FileCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'clock' | 'crashAt'>;

/** Files of a source, at paths of it or below; no paths: all of them. */
export interface FileSelection {
  readonly sourceId: string;
  readonly paths?: readonly string[] | undefined;
}

interface FileCounts {
  readonly files: number;
  readonly chunks: number;
}

const BATCH = 500;

/** What can be done with single files of a source that is synced as a whole. */
export class ProjectFiles {
  readonly #with: FileCollaborators;
  readonly #removal: DocumentRemoval;

  constructor(collaborators: FileCollaborators) {
    this.#with = collaborators;
    this.#removal = new DocumentRemoval(collaborators);
  }

  /** Chunks of the documents that are not deleted, by record key. */
  async chunks(selection: FileSelection): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for await (const row of this.#rows(selection)) {
      if (row.state !== 'deleted') found.set(documentRecordKey(row.collection, row.key), row.chunks);
    }
    return found;
  }

  /** Removes the files from the index. Their tombstones remember how each file looked, so that a sync brings back only what has changed since. */
  async purge(selection: FileSelection): Promise<FileCounts> {
    let [files, chunks] = [0, 0];
    for await (const rows of gathered(this.#rows(selection), BATCH)) {
      for (const [name, group] of groupBy(
        rows.filter(({ state }) => state !== 'deleted'),
        ({ collection }) => collection,
      )) {
        const collection = await this.#with.catalog.collections.get(name);
        if (collection === undefined || collection.removed) continue;
        await this.#removal.remove(
          collection,
          group.map(({ key, version }) => ({ key, version, keepFile: true })),
        );
        files += group.length;
        chunks += group.reduce((sum, row) => sum + row.chunks, 0);
      }
    }
    return { files, chunks };
  }

  /** Forgets what is known of the files, so that the next sync reads each of them again; purged ones, too. Until then they stay as they are. */
  async forget(selection: FileSelection): Promise<void> {
    for await (const rows of gathered(this.#rows(selection), BATCH)) {
      await this.#with.catalog.documents.changeMany(
        rows.map((row) => ({
          key: documentRecordKey(row.collection, row.key),
          decide: (present) => (present?.version === row.version ? { set: forgotten(present) } : { keep: true }),
        })),
      );
    }
  }

  async *#rows({ sourceId, paths }: FileSelection): AsyncGenerator<DocumentRecord> {
    for await (const row of this.#with.catalog.documents.list({ source: sourceId })) {
      if (row.file !== undefined && (paths === undefined || isAtPath(row.file.path, paths))) yield row;
    }
  }
}

/** A tombstone without its file is no obstacle to a sync; a document without hash and moment counts as changed. */
function forgotten({ file, ...row }: DocumentRecord): DocumentRecord {
  if (row.state === 'deleted' || file === undefined) return row;
  return { ...row, hash: row.state === 'indexed' ? '' : row.hash, file: { ...file, mtime_ms: -1 } };
}
