import type { PointPayload } from '@tributary/contracts';
import type { FilterPoint } from '@tributary/engines-port';
import { parseStoredId, type StoredId } from '../points/point-id.js';
import { readPayload, storedPayload } from '../points/point-record.js';
import { readSignals, type Signals } from '../points/signal-text.js';

/** A record of a collection of ours, as far as it was asked for. */
export interface StoredRow extends StoredId {
  readonly metadata: unknown;
  readonly document: string | null | undefined;
  readonly uri: string | null | undefined;
}

/** The columns in which the client answers. */
export interface Columns {
  readonly ids: readonly string[];
  readonly metadatas: readonly unknown[];
  readonly documents: readonly (string | null)[];
  readonly uris: readonly (string | null)[];
}

/** Records that are no points of ours are left out: somebody else may have put some in. */
export function rowsOf({ ids, metadatas, documents, uris }: Columns): readonly StoredRow[] {
  return ids.flatMap((id, i) => {
    const stored = parseStoredId(id);
    // Removed while Chroma answered: it was a version that counts no more.
    if (i < metadatas.length && metadatas[i] === null) return [];
    return stored ? [{ ...stored, metadata: metadatas[i], document: documents[i], uri: uris[i] }] : [];
  });
}

export function payloadOf({ metadata, document }: StoredRow): PointPayload {
  return readPayload(metadata, document);
}

/** What a filter looks at. */
export function filterPointOf({ pointId, metadata, document }: StoredRow): FilterPoint {
  return { id: pointId, payload: storedPayload(metadata, document) };
}

export function signalsOf({ uri }: StoredRow): Signals {
  return readSignals(uri);
}
