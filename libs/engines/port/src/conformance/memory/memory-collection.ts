import type { Card } from '@tributary/contracts';
import { passesFence, type DocumentFence, type DocumentWrite, type Point, type WriteOutcome } from '../../index.js';

/** A document or its tombstone. */
export interface MemoryDocument extends DocumentFence {
  readonly docId: string;
  readonly key: string;
  readonly points: readonly Point[];
  readonly deletedAt?: number;
}

/** A collection as a plain map of documents. */
export class MemoryCollection {
  readonly card: Card;
  readonly documents = new Map<string, MemoryDocument>();

  constructor(card: Card) {
    this.card = card;
  }

  get live(): readonly MemoryDocument[] {
    return [...this.documents.values()].filter(({ deleted }) => !deleted).sort((a, b) => (a.docId < b.docId ? -1 : 1));
  }

  /** By document id and chunk. */
  get points(): readonly Point[] {
    return this.live.flatMap(({ points }) => points);
  }

  write({ docId, key, version, hash, points }: DocumentWrite): WriteOutcome {
    const known = this.documents.get(docId);
    if (known?.deleted === false && known.version === version && known.hash === hash) return { outcome: 'unchanged' };
    if (known && !passesFence(known, { version, hash })) return { outcome: 'superseded', by: fenceOf(known) };
    this.documents.set(docId, { docId, key, version, hash, deleted: false, points: structuredClone(points) });
    return { outcome: 'written', points: points.length };
  }

  delete({ docId, key, version }: { readonly docId: string; readonly key: string; readonly version: number }): WriteOutcome {
    const known = this.documents.get(docId);
    if (known && known.version > version) return { outcome: 'superseded', by: fenceOf(known) };
    if (known?.deleted && known.version === version) return { outcome: 'unchanged' };
    this.documents.set(docId, { docId, key, version, hash: '', deleted: true, points: [], deletedAt: Date.now() });
    return { outcome: 'written', points: known?.points.length ?? 0 };
  }
}

export function fenceOf({ version, hash, deleted }: DocumentFence): DocumentFence {
  return { version, hash, deleted };
}
