import { randomUUID } from 'node:crypto';
import { passesFence, type DocumentWrite, type Point, type WriteOutcome } from '@tributary/engines-port';
import { fenceOf, type Anchor } from '../points/anchor.js';

/** A document to be written or deleted. */
export interface Change extends Pick<DocumentWrite, 'docId' | 'key' | 'version' | 'hash'> {
  readonly deleted: boolean;
  readonly points: readonly Point[];
}

/** What becomes of a change in view of what is known: it is refused, or its anchor is put in place of the known one. */
export type Decision = { readonly refused: WriteOutcome } | { readonly anchor: Anchor };

/** Decides by the fence alone, so that the order in which changes come never matters. */
export function decide(change: Change, known: Anchor | undefined, at: number): Decision {
  const { docId, key, version, hash, deleted, points } = change;
  const isRepeated = known?.state === 'done' && known.deleted === deleted && known.version === version && (deleted || known.hash === hash);
  if (isRepeated) return { refused: { outcome: 'unchanged' } };
  if (known && !isAdmitted(change, known)) return { refused: { outcome: 'superseded', by: fenceOf(known) } };
  const anchor: Anchor = {
    kind: 'document',
    doc: docId,
    key,
    version,
    hash,
    deleted,
    // Also greater than that of an anchor which was forgotten with its tombstone.
    seq: Math.max((known?.seq ?? 0) + 1, at),
    nonce: randomUUID(),
    state: 'writing',
    chunks: points.length,
    at,
  };
  return { anchor };
}

function isAdmitted({ deleted, version, hash }: Change, known: Anchor): boolean {
  if (version !== known.version) return version > known.version;
  // A change that was cut short is made again by itself.
  if (known.state === 'writing' && known.deleted === deleted) return deleted || hash >= known.hash;
  return deleted || passesFence(known, { version, hash });
}
