import { passesFence, type DocumentFence, type DocumentWrite, type WriteOutcome } from '@tributary/engines-port';
import { stampOf, type Head } from '../heads/head.js';
import { pointRecord, type PointRecord } from '../points/point-record.js';

/** A change of one document as the writer carries it out. */
export interface WriteStep {
  readonly docId: string;
  readonly records: readonly PointRecord[];
  /** The commit that makes it valid. */
  readonly head: Head;
  /** What becomes of it, given what is known of the document; undefined when it is to be carried out. */
  readonly settled: (known: Head | undefined) => WriteOutcome | undefined;
  /** How its being carried out is reported. */
  readonly done: (known: Head | undefined) => WriteOutcome;
}

export function writeStep({ docId, key, version, hash, points }: DocumentWrite, dimension: number): WriteStep {
  const stamp = stampOf({ version, hash });
  return {
    docId,
    records: points.map((point) => pointRecord(point, { stamp, dimension })),
    head: { docId, key, version, hash, deleted: false, stamp, points: points.length, at: Date.now() },
    settled: (known) => {
      if (known?.deleted === false && known.version === version && known.hash === hash) return { outcome: 'unchanged' };
      return known && !passesFence(known, { version, hash }) ? { outcome: 'superseded', by: fenceOf(known) } : undefined;
    },
    done: () => ({ outcome: 'written', points: points.length }),
  };
}

export function deleteStep({ docId, key, version }: { readonly docId: string; readonly key: string; readonly version: number }): WriteStep {
  return {
    docId,
    records: [],
    head: { docId, key, version, hash: '', deleted: true, stamp: stampOf({ version, hash: '' }), points: 0, at: Date.now() },
    settled: (known) => {
      if (known && known.version > version) return { outcome: 'superseded', by: fenceOf(known) };
      return known?.deleted && known.version === version ? { outcome: 'unchanged' } : undefined;
    },
    done: (known) => ({ outcome: 'written', points: known?.points ?? 0 }),
  };
}

export function fenceOf({ version, hash, deleted }: DocumentFence): DocumentFence {
  return { version, hash, deleted };
}
