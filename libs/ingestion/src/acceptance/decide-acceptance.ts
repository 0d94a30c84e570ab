import { mayReadRow, type IngestDocument, type Principal } from '@tributary/contracts';
import { accessOfRow, sequenceOf, type DocumentRecord } from '@tributary/engines-port';
import { documentId } from '@tributary/kernel/ids';
import { nextVersion } from '../documents/document-version.js';

/** A document version that asks to be accepted. */
export interface Candidate {
  readonly collection: string;
  readonly epoch: number;
  /** As stored (encoded). */
  readonly key: string;
  /** The producer's; undefined: assigned here. */
  readonly version?: number | undefined;
  /** Of text and stored fields; empty while a file is unread. */
  readonly hash: string;
  readonly source: string;
  /** What was handed in. */
  readonly pending?: IngestDocument | undefined;
  /** What its reader had to say of it. */
  readonly said?: readonly string[] | undefined;
  /** Whose it is alone, where its source is one user's. */
  readonly owner?: string | undefined;
  /** Where the worker reads it. */
  readonly file?: DocumentRecord['file'];
  /** Document id of what its file was before it moved. */
  readonly vectorsFrom?: string | undefined;
  /** True where the engine may have changed or lost the same text without our knowledge: it is written again. */
  readonly isRewritten?: boolean;
  /** Who hands it in, where he may replace only what he sees. */
  readonly writer?: Principal | undefined;
  /** True where it must replace nothing but itself. */
  readonly isOnlyNew?: boolean;
}

/** When a candidate is decided. */
interface Moment {
  /** ms since the epoch. */
  readonly now: number;
  /** The least version to assign. It grows from one candidate to the next, so that of equal passages the one handed in first stays first. */
  readonly leastVersion: number;
  /** Whose the source of the document that is there is alone, where its row does not say: versions before noted it with the points only. */
  readonly owner?: string | undefined;
}

export type Acceptance =
  | { readonly status: 'accepted'; readonly version: number; readonly row: DocumentRecord }
  | { readonly status: 'unchanged' | 'superseded'; readonly version: number }
  /** The document that is there belongs to somebody else, or is another one and not to be replaced. */
  | { readonly status: 'taken' };

/** Decides what a candidate is against the row that is there: newer versions are accepted, at an equal version the greater hash.
 *  Nobody replaces what he may not see. Without a version the same text is `unchanged`, another one gets the next version. A failed document is accepted once more. */
export function decideAcceptance(
  present: DocumentRecord | undefined,
  candidate: Candidate,
  { now, leastVersion, owner }: Moment,
): Acceptance {
  if (present !== undefined && present.epoch > candidate.epoch) return { status: 'superseded', version: present.version };
  // What was in the collection before it was removed counts for nothing.
  const known = present?.epoch === candidate.epoch ? present : undefined;
  if (known !== undefined && candidate.writer !== undefined && !mayReplace(known, candidate.writer, owner)) return { status: 'taken' };
  const isSame = known !== undefined && known.state !== 'deleted' && candidate.hash !== '' && known.hash === candidate.hash;
  if (candidate.isOnlyNew && known !== undefined && known.state !== 'deleted' && !isSame) return { status: 'taken' };
  if (candidate.version === undefined) {
    if (!isSame || candidate.isRewritten) return accepted(known, candidate, { version: nextVersion(leastVersion, known?.version), now });
    return sameAgain(known, candidate, now);
  }
  const { version } = candidate;
  if (known === undefined || version > known.version) return accepted(known, candidate, { version, now });
  if (version < known.version || known.state === 'deleted') return { status: 'superseded', version: known.version };
  if (isSame) return sameAgain(known, candidate, now);
  return candidate.hash > known.hash ? accepted(known, candidate, { version, now }) : { status: 'superseded', version };
}

/** Whether it takes the source of the document that is there to say whose it is. */
export function isOwnerUnsaid({ state, source, pending, access }: DocumentRecord): boolean {
  return state !== 'deleted' && source !== '' && access === undefined && pending === undefined;
}

/** A document that was handed in before its readers were noted in its row is nobody’s to replace but the owner’s. */
function mayReplace({ state, source, pending, access }: DocumentRecord, writer: Principal, owner: string | undefined): boolean {
  if (state === 'deleted') return true;
  const known = access ?? pending ?? (owner === undefined ? undefined : { user_id: owner });
  return known === undefined ? source !== '' : mayReadRow(writer, known);
}

function sameAgain(known: DocumentRecord, candidate: Candidate, now: number): Acceptance {
  if (known.state !== 'failed') return { status: 'unchanged', version: known.version };
  return accepted(known, candidate, { version: known.version, now });
}

function accepted(
  known: DocumentRecord | undefined,
  { collection, epoch, key, hash, source, pending, said, owner, file, vectorsFrom }: Candidate,
  { version, now }: { readonly version: number; readonly now: number },
): Acceptance {
  const row: DocumentRecord = {
    v: 1,
    collection,
    key,
    doc_id: known?.doc_id ?? documentId(collection, key),
    version,
    hash,
    state: 'accepted',
    source,
    epoch,
    chunks: known?.chunks ?? 0,
    title: known?.title ?? '',
    // A write that was not searchable yet is owed until this one is.
    sequence: known?.state === 'accepted' ? sequenceOf(known) : now,
    accepted_at: now,
    ...(pending ? { pending, access: accessOfRow(pending) } : {}),
    ...(owner === undefined ? {} : { access: { user_id: owner } }),
    ...(file ? { file } : {}),
    ...alsoOf(known, source),
    ...(vectorsFrom === undefined ? {} : { vectors_from: vectorsFrom }),
    ...(said === undefined || said.length === 0 ? {} : { said: [...said] }),
  };
  return { status: 'accepted', version, row };
}

/** Whoever reached the document before still does, beside the source that brings it now. */
function alsoOf(known: DocumentRecord | undefined, source: string): Pick<DocumentRecord, 'also'> {
  if (known === undefined || known.state === 'deleted' || source === '' || known.source === '') return {};
  const also = [...(known.also ?? []), known.source].filter((id) => id !== source);
  return also.length === 0 ? {} : { also: [...new Set(also)] };
}
