import type { Change, DocumentRecord } from '@tributary/engines-port';
import { nextVersion } from './document-version.js';

type Transition = (present: DocumentRecord | undefined) => Change<DocumentRecord>;

const KEEP: Change<DocumentRecord> = { keep: true };

interface IndexedVersion {
  readonly version: number;
  readonly hash: string;
  readonly chunks: number;
  readonly title: string;
  readonly notes?: readonly string[] | undefined;
  readonly read_by?: number | undefined;
  readonly now: number;
}

/** The version is searchable. A row that has moved on to another version, or was deleted, stays. */
export function markIndexed({ version, hash, chunks, title, notes, read_by, now }: IndexedVersion): Transition {
  return (present) => {
    if (present?.version !== version || present.state === 'deleted') return KEEP;
    if (present.hash !== '' && present.hash !== hash) return KEEP;
    const { pending: _done, said: _told, error: _past, notes: _before, vectors_from: _used, read_by: _earlier, ...standing } = present;
    const { remove_first: _gone, ...rest } = standing;
    const said = { ...(notes === undefined ? {} : { notes: [...notes] }), ...(read_by === undefined ? {} : { read_by }) };
    return { set: { ...rest, ...said, hash, chunks, title, state: 'indexed', indexed_at: now } };
  };
}

/** The version cannot be indexed; what was searchable before stays so. */
export function markFailed(version: number, error: Failure): Transition {
  return (present) => {
    if (present?.version !== version || (present.state !== 'accepted' && present.state !== 'failed')) return KEEP;
    return { set: { ...present, state: 'failed', error: { code: error.code, message: error.message, at: error.at } } };
  };
}

interface Failure {
  readonly code: string;
  readonly message: string;
  /** When its last run failed: its dead letter is remembered from then on. */
  readonly at: number;
}

interface Tombstone {
  readonly now: number;
  /** Greatest version known elsewhere, such as in the engine. */
  readonly atLeast?: number | undefined;
  /** Only if the row still has this version. */
  readonly onlyVersion?: number | undefined;
  /** Keep the hint at the file, and the hash of its content, so that no sync brings back what a person deleted, nor reads again what cannot be indexed. */
  readonly keepFile?: boolean;
  /** What the file looks like by now, where it is kept; left out: as the row says. */
  readonly file?: DocumentRecord['file'];
  /** Why the file is no document. */
  readonly error?: DocumentRecord['error'];
}

/** The document is deleted by a version newer than any known. `indexed_at` is set once the engine has the tombstone, too. */
export function markDeleted(tombstone: Tombstone): (present: DocumentRecord) => Change<DocumentRecord> {
  const { now, atLeast = 0, onlyVersion, keepFile = false, file: looks, error } = tombstone;
  return (present) => {
    if (present.state === 'deleted' && present.version >= atLeast) return KEEP;
    if (onlyVersion !== undefined && present.version !== onlyVersion) return KEEP;
    const { pending: _gone, said: _told, error: _past, indexed_at: _before, also: _others, file: known, ...standing } = present;
    const { remove_first: _same, ...rest } = standing;
    const version = nextVersion(now, Math.max(present.version, atLeast));
    const file = looks ?? known;
    const kept = { ...(keepFile && file ? { file } : {}), ...(error ? { error } : {}) };
    // By its hash a file is told to have the same content; one that is no document may become one again with any.
    const hash = keepFile && file && error === undefined ? present.hash : '';
    // Nothing of what it said stays, and a row does not tell whether it was indexed before it went.
    return { set: { ...rest, ...kept, version, state: 'deleted', hash, title: '', chunks: 0, accepted_at: now } };
  };
}

/** The engine has the tombstone of this version. */
export function markTombstoneApplied(version: number, now: number): Transition {
  return (present) => {
    if (present?.state !== 'deleted' || present.version !== version || present.indexed_at !== undefined) return KEEP;
    return { set: { ...present, indexed_at: now } };
  };
}

/** Nothing that was deleted of it stands in its place any more, whatever was accepted since. */
export function markRemoved(now: number): Transition {
  return (present) => {
    if (present?.remove_first === undefined) return isUnapplied(present) ? { set: { ...present, indexed_at: now } } : KEEP;
    const { remove_first: _done, ...rest } = present;
    return { set: rest };
  };
}

/** The file that a tombstone remembers was not found: it need not be remembered for long. */
export function markUnmet(version: number, now: number): Transition {
  return (present) => {
    if (present?.state !== 'deleted' || present.version !== version || present.unmet_at !== undefined) return KEEP;
    return { set: { ...present, unmet_at: now } };
  };
}

/** It was found. */
export function markMet(present: DocumentRecord | undefined): Change<DocumentRecord> {
  if (present?.unmet_at === undefined) return KEEP;
  const { unmet_at: _past, ...rest } = present;
  return { set: rest };
}

/** A tombstone that stands in the catalog and not in the engine yet. */
export function isUnapplied(row: DocumentRecord | undefined): row is DocumentRecord {
  return row?.state === 'deleted' && row.indexed_at === undefined;
}

/** The same, or of a document that was accepted anew before what was deleted went. */
export function owesRemoval(row: DocumentRecord | undefined): row is DocumentRecord {
  return row?.remove_first === true || isUnapplied(row);
}
