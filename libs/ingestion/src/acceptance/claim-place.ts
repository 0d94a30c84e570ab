import { mayReadRow, registrantOf, type IngestDocument, type Principal } from '@tributary/contracts';
import { accessOfRow, isSameReaders, withSharer, type DocumentRecord } from '@tributary/engines-port';
import { documentHash } from '../documents/document-hash.js';
import { LEFT_OUT } from '../sync-source/compare.js';
import type { Candidate } from './candidate.js';

type Access = NonNullable<DocumentRecord['access']>;

/** Why a place is not free: what is there may not be seen or was not brought by the source that asks, is brought by a source, has readers that the writer would change, or was deleted by a person and is the same text. */
export type TakenBecause = 'hidden' | 'of-a-source' | 'other-readers' | 'deleted';

/** Whether a candidate may stand in the place of what is there, and as whose. Nobody replaces what he may not see, unless he shared it, nor by hand what
 *  a source brings, unless it is his alone; who replaces what is not his leaves it to those who may read it (docs/adr/0151-what-others-may-read-stays.md). A source replaces what it brought itself (docs/adr/0174-a-source-replaces-its-own.md).
 *  @param known the row of this life of the collection
 *  @param owner whose the source of the row is alone, where the row does not say */
export function claimPlace(
  known: DocumentRecord | undefined,
  candidate: Candidate,
  owner: string | undefined,
): { readonly candidate: Candidate } | { readonly taken: TakenBecause } {
  const { writer, source, pending, standing } = candidate;
  const isThere = known !== undefined && known.state !== 'deleted';
  if (isThere && isOthers(known, candidate)) return { taken: 'hidden' };
  if (known !== undefined && isDeletedOfOther(known, candidate)) return { taken: 'deleted' };
  if (writer === undefined)
    return { candidate: isThere && pending ? { ...candidate, by: withSharer(accessOfRow(pending), known.access).by } : candidate };
  const held = isThere ? (accessOf(known, owner) ?? (isLeftTo(candidate, known) ? {} : undefined)) : standing;
  if ((isThere && held === undefined) || isHiddenFrom(writer, { held, standing })) return { taken: 'hidden' };
  if (source !== '' || pending === undefined) return { candidate };
  if (known !== undefined && isOfSource(known) && !isHis(known.access ?? held, writer))
    return { taken: isThere ? 'of-a-source' : 'hidden' };
  if (held === undefined || isHis(held, writer)) return { candidate: { ...candidate, by: sharerOf(pending, writer) } };
  if (pending.acl !== undefined && !isSameReaders(pending.acl, held.acl)) return { taken: 'other-readers' };
  return { candidate: keptFor(held, { ...candidate, pending }) };
}

/** Whether it takes the source of the document that is there to say whose it is. */
export function isOwnerUnsaid({ state, source, pending, access }: DocumentRecord): boolean {
  return state !== 'deleted' && source !== '' && access === undefined && pending === undefined;
}

/** Undefined of a document that was handed in before its readers were noted in its row: it is nobody’s to replace but the owner’s. */
function accessOf({ source, pending, access }: DocumentRecord, owner: string | undefined): Access | undefined {
  return access ?? pending ?? (owner === undefined ? (source === '' ? undefined : {}) : { user_id: owner });
}

/** A source takes back what it left when it was removed, unless somebody else registers it now. Versions before did not note which source left a document: one
 *  that has a file and whose readers nobody noted comes from some source, and is left to those that the owner registered. */
function isLeftTo({ source, registrant, file }: Candidate, { source: standing, left, file: known }: DocumentRecord): boolean {
  if (source === '' || standing !== '') return false;
  if (left === undefined) return registrant === undefined && known !== undefined && known.path === file?.path;
  return isSame(left, source) && (registrant === undefined || registrant === left.registered_by);
}

/** Whether a source would replace what another one brings, or what was handed in. A page is the same page whichever source reaches it. */
function isOthers({ source: standing, left, file: known }: DocumentRecord, { source, file, isShared = false }: Candidate): boolean {
  if (source === '' || standing === source) return false;
  if (standing !== '') return !isShared;
  return left === undefined ? known === undefined || known.path !== file?.path : !isSame(left, source);
}

/** Whether a person deleted the same text of another source, whose tombstone remembers it: no source brings it back. */
function isDeletedOfOther({ state, source: standing, file, hash, error }: DocumentRecord, candidate: Candidate): boolean {
  if (state !== 'deleted' || file === undefined || hash === '' || error?.code === LEFT_OUT) return false;
  return candidate.source !== '' && standing !== candidate.source && hash === candidate.hash;
}

/** A copy or a repair does not know which source a document comes from. */
function isSame(left: NonNullable<DocumentRecord['left']>, source: string): boolean {
  return left.source === '' || left.source === source;
}

/** Whether he may not see what is held there, unless he shared it himself, or a point of another program that no row tells of. */
function isHiddenFrom(
  writer: Principal,
  { held, standing }: { readonly held: Access | undefined; readonly standing: Candidate['standing'] },
) {
  return (isHidden(held, writer) && !isSharedBy(held, writer)) || isHidden(standing, writer);
}

function isHidden(held: Access | undefined, writer: Principal): boolean {
  return held !== undefined && !mayReadRow(writer, held);
}

/** A tombstone that remembers a file keeps its place for it. */
function isOfSource({ source, state, file }: DocumentRecord): boolean {
  return source !== '' && (state !== 'deleted' || file !== undefined);
}

/** True of his alone, and of what he himself shared; who has no user shared it by his token. */
function isHis(held: Access | undefined, writer: Principal): boolean {
  const owner = held?.user_id;
  return owner === undefined ? isSharedBy(held, writer) : owner === writer.user_id;
}

/** True of what he shared himself, also with others alone: he does not lose it by that. */
function isSharedBy(held: Access | undefined, writer: Principal): boolean {
  return held !== undefined && held.user_id === undefined && held.by === registrantOf(writer);
}

/** Who stores a document that is nobody's alone is noted, so that he can name other readers later. */
function sharerOf({ user_id: owner }: IngestDocument, writer: Principal): string | undefined {
  return owner === undefined ? registrantOf(writer) : undefined;
}

function keptFor(held: Access, candidate: Candidate & { readonly pending: IngestDocument }): Candidate {
  const { user_id: _his, acl: _same, ...document } = candidate.pending;
  const pending = { ...document, ...accessOfRow(held) };
  return { ...candidate, pending, hash: documentHash(pending.content ?? '', pending), by: held.by };
}
