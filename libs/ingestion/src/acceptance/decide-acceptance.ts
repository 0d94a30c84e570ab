import { accessOfRow, givenVersion, lostVersion, sequenceOf, type DocumentRecord } from '@tributary/engines-port';
import { documentId } from '@tributary/kernel/ids';
import { owesRemoval } from '../documents/document-transitions.js';
import { nextVersion } from '../documents/document-version.js';
import type { Candidate } from './candidate.js';
import { claimPlace, type TakenBecause } from './claim-place.js';

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
  /** It says nothing, and nothing is there that would go. `row`: so that versions older than its own come too late. */
  | { readonly status: 'blank'; readonly row?: DocumentRecord }
  /** The document that is there is not the writer’s to replace, or is another one and nothing is to be replaced. */
  | { readonly status: 'taken'; readonly because?: TakenBecause };

/** Decides what a candidate is against the row that is there: newer versions are accepted, at an equal version the greater hash.
 *  Nobody replaces what he may not see, nor takes it from others. Without a version the same text is `unchanged`, another one gets the next version. A failed document is accepted once more,
 *  and one whose points were lost with the version that was lost. What says nothing deletes what is there, by its own version. */
export function decideAcceptance(present: DocumentRecord | undefined, given: Candidate, moment: Moment): Acceptance {
  if (present !== undefined && present.epoch > given.epoch) return { status: 'superseded', version: present.version };
  // What was in the collection before it was removed counts for nothing.
  const known = present?.epoch === given.epoch ? present : undefined;
  const claim = claimPlace(known, given, moment.owner);
  if ('taken' in claim) return { status: 'taken', because: claim.taken };
  const { candidate } = claim;
  const isThere = known !== undefined && known.state !== 'deleted';
  return candidate.isBlank === true && !isThere ? decideRefusal(known, candidate, moment) : decideVersion(known, candidate, moment);
}

/** What says nothing where nothing is: older versions come too late then, and a text of the same version is taken, which its producer had left out. */
function decideRefusal(tombstone: DocumentRecord | undefined, candidate: Candidate, { now }: Moment): Acceptance {
  const { version: refused } = candidate;
  if (refused === undefined) return { status: 'blank' };
  if (tombstone !== undefined && refused <= tombstone.version) return { status: 'superseded', version: tombstone.version };
  const version = refused - 1;
  if (version < 0 || version === tombstone?.version) return { status: 'blank' };
  if (tombstone === undefined) {
    const { row } = accepted(undefined, candidate, { version, now });
    return { status: 'blank', row: candidate.isAdopted ? { ...row, indexed_at: now } : row };
  }
  // It still remembers whose file it was of, and what a person deleted. What its maker wrote since, and no row tells of, stays.
  const { indexed_at: before, ...rest } = tombstone;
  const isApplied = candidate.isAdopted && before !== undefined;
  return { status: 'blank', row: { ...rest, ...(isApplied ? { indexed_at: before } : {}), version, sequence: now, accepted_at: now } };
}

function decideVersion(known: DocumentRecord | undefined, candidate: Candidate, { now, leastVersion }: Moment): Acceptance {
  const isSame = known !== undefined && known.state !== 'deleted' && candidate.hash !== '' && known.hash === candidate.hash;
  if (candidate.isOnlyNew && known !== undefined && known.state !== 'deleted' && !isSame) return { status: 'taken' };
  if (candidate.version === undefined) {
    // What a source left when it was removed is its own only once it says so.
    const isTakenBack = candidate.source !== '' && known?.source === '';
    if (!isSame || isTakenBack || candidate.isRewritten)
      return accepted(known, candidate, { version: nextVersion(leastVersion, known?.version), now });
    return sameAgain(known, candidate, now);
  }
  const { version: asked } = candidate;
  if (known === undefined) return accepted(known, candidate, { version: asked, now });
  const standing = givenVersion(known);
  if (lostVersion(known) !== undefined && candidate.hash !== '' && asked >= standing)
    return accepted(known, candidate, { version: Math.max(asked, known.version), given: asked, now });
  // What was taken back stands under a version of our own, which may be one that its producer comes to only now.
  if (asked > standing)
    return accepted(known, candidate, { version: asked > known.version ? asked : known.version + 1, given: asked, now });
  if (asked < standing || known.state === 'deleted') return { status: 'superseded', version: known.version };
  if (isSame) return sameAgain(known, candidate, now);
  return candidate.hash > known.hash
    ? accepted(known, candidate, { version: known.version, given: asked, now })
    : { status: 'superseded', version: known.version };
}

function sameAgain(known: DocumentRecord, candidate: Candidate, now: number): Acceptance {
  if (known.state !== 'failed') return { status: 'unchanged', version: known.version };
  return accepted(known, candidate, { version: known.version, given: givenVersion(known), now });
}

function accepted(
  known: DocumentRecord | undefined,
  candidate: Candidate,
  { version, given = version, now }: { readonly version: number; readonly given?: number; readonly now: number },
): Extract<Acceptance, { status: 'accepted' }> {
  const { collection, epoch, key, hash, source, pending, said, owner, by, file, vectorsFrom, isAdopted = false } = candidate;
  const row: DocumentRecord = {
    v: 1,
    collection,
    key,
    doc_id: known?.doc_id ?? documentId(collection, key),
    version,
    ...(given === version ? {} : { lost: given }),
    hash,
    state: 'accepted',
    source,
    epoch,
    chunks: known?.chunks ?? 0,
    title: known?.title ?? '',
    // A write that was not searchable yet is owed until this one is.
    sequence: known?.state === 'accepted' ? sequenceOf(known) : now,
    accepted_at: now,
    ...(pending ? { pending, access: { ...accessOfRow(pending), ...(by === undefined ? {} : { by }) } } : {}),
    ...(owner === undefined ? {} : { access: { user_id: owner } }),
    ...(file ? { file } : {}),
    ...alsoOf(known, source),
    ...(vectorsFrom === undefined ? {} : { vectors_from: vectorsFrom }),
    ...(isAdopted && owesRemoval(known) ? { remove_first: true } : {}),
    ...(said === undefined || said.length === 0 ? {} : { said: [...said] }),
  };
  return { status: 'accepted', version, row: candidate.isBlank === true ? tombstoneOf(row) : row };
}

/** Of the version itself, so that the next one of its producer brings the document back. */
function tombstoneOf({ pending: _text, said: _told, remove_first: _same, ...row }: DocumentRecord): DocumentRecord {
  return { ...row, state: 'deleted', hash: '', title: '', chunks: 0 };
}

/** Whoever reached the document before still does, beside the source that brings it now. */
function alsoOf(known: DocumentRecord | undefined, source: string): Pick<DocumentRecord, 'also'> {
  if (known === undefined || known.state === 'deleted' || source === '' || known.source === '') return {};
  const also = [...(known.also ?? []), known.source].filter((id) => id !== source);
  return also.length === 0 ? {} : { also: [...new Set(also)] };
}
