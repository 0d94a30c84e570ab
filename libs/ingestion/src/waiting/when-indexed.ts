import { setTimeout as pause } from 'node:timers/promises';
import { documentRecordKey, type Catalog, type DocumentRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** A document version somebody waits for. */
export interface AwaitedDocument {
  readonly collection: string;
  /** As stored (encoded). */
  readonly key: string;
  readonly version: number;
}

interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 3;
const LONGEST_PAUSE_MS = 50;

/** Waits until every version, or a newer one, is searchable; whoever indexes it, in whatever process. A document that was deleted meanwhile is not
 *  waited for. @returns false when the time is over before
 *  @throws the document's error when one of them failed for good */
export async function whenIndexed(
  { catalog, rows }: { readonly catalog: Catalog; readonly rows: readonly AwaitedDocument[] },
  { timeoutMs, signal }: WaitOptions,
): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs;
  let open = rows;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const present = await catalog.documents.getMany(open.map(({ collection, key }) => documentRecordKey(collection, key)));
    open = open.filter((awaited, i) => isOpen(awaited, present[i]));
    if (open.length === 0) return true;
    if (performance.now() >= endsAt) return false;
    await pause(pauseMs, undefined, { signal });
  }
}

function isOpen({ version }: AwaitedDocument, row: DocumentRecord | undefined): boolean {
  if (row === undefined || row.state === 'deleted') return false;
  if (row.state === 'failed' && row.version >= version) {
    throw permanent(row.error?.code ?? 'DOCUMENT.FAILED', row.error?.message ?? 'The document could not be indexed.');
  }
  return row.state !== 'indexed' || row.version < version;
}
