import { documentRecordKey, type DocumentRecord } from '@tributary/engines-port';
import type { FoundEntry } from '@tributary/sources-port';

/** A file of a source under the document it is. */
export interface MetFile {
  readonly entry: FoundEntry;
  /** Of its collection. */
  readonly name: string;
  /** As stored (encoded). */
  readonly key: string;
}

export function recordKeyOf({ name, key }: Pick<MetFile, 'name' | 'key'>): string {
  return documentRecordKey(name, key);
}

/** By what the next sync tells that a document is unchanged. */
export function hintOf({ path, size, mtimeMs, inode, ctimeMs, validator }: FoundEntry): NonNullable<DocumentRecord['file']> {
  return {
    path,
    size,
    mtime_ms: mtimeMs,
    ...(inode === undefined ? {} : { inode }),
    ...(ctimeMs === undefined ? {} : { ctime_ms: ctimeMs }),
    ...(validator === undefined ? {} : { validator }),
  };
}
