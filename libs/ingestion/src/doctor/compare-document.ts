import type { Drift } from '@tributary/contracts';
import { lostVersion, type CollectionRecord, type DocumentFence, type DocumentRecord } from '@tributary/engines-port';
import type { EngineDocument, FoundDrift } from './found-drift.js';

/** What is known of one document on both sides. */
export interface BothSides {
  readonly collection: CollectionRecord;
  readonly row: DocumentRecord | undefined;
  /** Undefined where the engine never heard of it; a deleted one has a fence and no points. */
  readonly document: EngineDocument | undefined;
  /** As its own points say; undefined where there is none. */
  readonly total: number | undefined;
}

/** In what the catalog's row of a document and the engine differ, if they do. Documents under way are left to their jobs. */
export function compareDocument(sides: BothSides): FoundDrift | undefined {
  const { row } = sides;
  if (row === undefined) return unregistered(sides);
  if (row.state === 'deleted') return deletedRow(sides, row);
  return row.state === 'indexed' ? indexedRow(sides, row) : lostRow(sides, row);
}

/** One that was marked as lost may have come back, as from a copy of the engine's own. */
function lostRow({ collection, document, total }: BothSides, row: DocumentRecord): FoundDrift | undefined {
  const lost = lostVersion(row);
  if (lost === undefined || document === undefined || document.fence.deleted || document.fence.version < lost) return undefined;
  if (document.points === 0 || document.points !== (total ?? row.chunks)) return undefined;
  const drift = named(collection, row.key, {
    kind: 'wrong-version',
    detail: 'It is marked as failed since its points were lost, and the engine has them: it is noted.',
  });
  return { drift, repair: 'note', collection, row, document };
}

function unregistered({ collection, document }: BothSides): FoundDrift | undefined {
  if (document === undefined || document.fence.deleted) return undefined;
  const drift = named(collection, document.key, {
    kind: 'orphan-points',
    detail: 'The engine has it and the catalog has no row: it gets its row back.',
  });
  return { drift, repair: 'register', collection, document };
}

function deletedRow({ collection, document }: BothSides, row: DocumentRecord): FoundDrift | undefined {
  if (row.indexed_at === undefined) {
    const drift = named(collection, row.key, {
      kind: 'unapplied-delete',
      detail: 'It is deleted in the catalog, and the engine was not told yet: it is told.',
    });
    return { drift, repair: 'apply-delete', collection, row };
  }
  if (document === undefined || document.fence.deleted) return undefined;
  const drift = named(collection, row.key, {
    kind: 'orphan-points',
    detail: 'It was deleted, and the engine still has points of it: they go.',
  });
  return { drift, repair: 'delete', collection, document };
}

function indexedRow({ collection, document, total }: BothSides, row: DocumentRecord): FoundDrift | undefined {
  const fence = document?.fence;
  if (document === undefined || fence === undefined)
    return missing({ collection, row, fence }, 'The catalog calls it indexed and the engine does not know it');
  if (fence.deleted) return deletedBelow({ collection, row, fence });
  if (isNewer(fence, row)) {
    const drift = named(collection, row.key, {
      kind: 'wrong-version',
      detail: 'The engine has a newer version than the catalog knows: it is noted.',
    });
    return { drift, repair: 'note', collection, row, document };
  }
  if (fence.version < row.version || fence.hash !== row.hash)
    return missing({ collection, row, fence }, 'The engine has an older version than the catalog says');
  if (document.points !== (total ?? row.chunks))
    return missing({ collection, row, fence }, `Of ${String(total ?? row.chunks)} points ${document.points.toString()} are there`);
  if (document.points === row.chunks) return undefined;
  const detail = `The catalog counts ${row.chunks.toString()} points and there are ${document.points.toString()}: it is noted.`;
  return { drift: named(collection, row.key, { kind: 'wrong-count', detail }), repair: 'note', collection, row, document };
}

/** A delete that is newer wins; below an older one the points are missing. */
function deletedBelow({ collection, row, fence }: { collection: CollectionRecord; row: DocumentRecord; fence: DocumentFence }): FoundDrift {
  if (fence.version < row.version) return missing({ collection, row, fence }, 'The engine has only an older delete of it');
  const drift = named(collection, row.key, {
    kind: 'missing-points',
    detail: 'The engine knows a newer delete than the catalog: the row follows it.',
  });
  return { drift, repair: 'delete-row', collection, row, fence };
}

function missing(
  { collection, row, fence }: { collection: CollectionRecord; row: DocumentRecord; fence: DocumentFence | undefined },
  what: string,
): FoundDrift {
  const remedy =
    row.file === undefined ? 'its text is gone with them, so it is marked as failed: hand it in again' : 'it is read and indexed again';
  return {
    drift: named(collection, row.key, { kind: 'missing-points', detail: `${what}: ${remedy}.` }),
    repair: 'index-again',
    collection,
    row,
    fence,
  };
}

function isNewer(fence: DocumentFence, row: DocumentRecord): boolean {
  return fence.version > row.version || (fence.version === row.version && fence.hash > row.hash);
}

function named({ name }: CollectionRecord, key: string, { kind, detail }: Pick<Drift, 'kind' | 'detail'>): Drift {
  return { kind, collection: name, id: key, detail };
}
