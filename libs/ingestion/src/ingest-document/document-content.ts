import { documentTypeOf } from '@tributary/chunking';
import { textSection, type DocumentType, type SourceKind, type TextSection } from '@tributary/contracts';
import type { DocumentRecord, SourceRecord } from '@tributary/engines-port';
import type { Moved } from '@tributary/hygiene';
import { permanent, withLineFeeds } from '@tributary/kernel';
import type { ReadDocument, SourceReader } from '@tributary/sources-port';
import type { CoalescedTable } from '../batching/coalesced-table.js';
import type { Readers } from '../collaborators/collaborators.js';
import { documentHash, type StoredFields } from '../documents/document-hash.js';
import { projectOfRoute } from '../projects/project-name.js';
import { moduleOf } from '../projects/submodules.js';
import { sourceLabelOf } from '../sources/registering/source-kinds.js';
import { mayComeBack } from './may-come-back.js';

/** A document's text and what is stored with it. */
export interface DocumentContent {
  readonly text: string;
  readonly fields: StoredFields & { readonly type: DocumentType };
  readonly hash: string;
  /** Of the whole text, by the collection's own model, where it came with it. */
  readonly vector?: readonly number[] | undefined;
  /** True where it is not cut into passages. */
  readonly isWhole?: boolean;
  /** Of the first passage, where its producer chose it. */
  readonly pointId?: string | undefined;
  /** Name of the source, empty when it was handed in. */
  readonly source: string;
  /** Pages, slides, sheets and the like, in order. */
  readonly sections?: readonly TextSection[] | undefined;
  /** What moved on its lines when encoded bytes were left out of the text. */
  readonly moved?: readonly Moved[] | undefined;
  /** Whether its secrets are masked; left out: as configured. */
  readonly masksSecrets?: boolean | undefined;
  /** That it is written in, where that was found out and nothing better is known. */
  readonly language?: string;
  /** What its reader could not understand or had to guess, in sentences. */
  readonly notes?: readonly string[];
  /** What the file looked like when it was read. */
  readonly file?: NonNullable<DocumentRecord['file']>;
  /** Revision of the reader, where it has one that concerns the file. */
  readonly readBy?: number | undefined;
}

/** Whether it stays in one piece: it came with its vector, or its collection belongs to another program. */
export function isOnePassage({ vector, isWhole }: DocumentContent): boolean {
  return vector !== undefined || isWhole === true;
}

export type ContentOutcome =
  | { readonly found: true; readonly content: DocumentContent }
  | { readonly found: false; readonly why: 'source-gone' }
  | { readonly found: false; readonly why: 'out-of-reach'; readonly kind: SourceKind }
  | { readonly found: false; readonly why: 'unreadable'; readonly reason: string; readonly passing: boolean };

interface ContentCollaborators {
  readonly sources: Pick<CoalescedTable<typeof SourceRecord>, 'get'>;
  readonly readers: Readers;
}

/** The text of an accepted row: what was handed in or came with the walk, or the file it names. */
export async function readContent(
  { sources, readers }: ContentCollaborators,
  row: DocumentRecord,
  signal: AbortSignal,
): Promise<ContentOutcome> {
  const { file, pending } = row;
  if (pending?.content !== undefined && file === undefined) return { found: true, content: handedIn(row, pending.content) };
  if (file === undefined) {
    throw permanent('DOCUMENT.NO_CONTENT', 'The catalog has neither the text of this document nor its file: hand it in again.');
  }
  const source = await sources.get(row.source);
  if (source === undefined) return { found: false, why: 'source-gone' };
  if (pending?.content !== undefined) {
    const { said: notes } = row;
    const brought = { source: sourceLabelOf(source, file.path), masksSecrets: source.mask_secrets, file, ...(notes ? { notes } : {}) };
    return { found: true, content: { ...handedIn(row, pending.content), ...brought } };
  }
  const reader = readers[source.kind];
  if (reader === undefined) return { found: false, why: 'out-of-reach', kind: source.kind };
  const outcome = await reader.read(source.location, file.path, { signal, settings: source.settings });
  if (!outcome.read) return { found: false, why: 'unreadable', reason: outcome.reason, passing: mayComeBack(outcome) };
  return { found: true, content: { ...fromFile(source, file.path, outcome), readBy: revisionFor(reader, file.path) } };
}

/** The revision by which a reader reads a file; undefined where it reads it as it always did. */
export function revisionFor({ revision }: Pick<SourceReader, 'revision'>, path: string): number | undefined {
  return revision?.concerns(path) === true ? revision.number : undefined;
}

/** A file as a document. Its time of modification is stored, but makes it another document only where it is written in it. */
export function fromFile(source: SourceRecord, path: string, outcome: ReadDocument): DocumentContent {
  const { type, lang, title, tags, createdAt, userId, metadata, size, mtimeMs, validator, notHashed, sections, notes } = outcome;
  const text = withLineFeeds(outcome.text);
  const hashed = {
    path,
    type,
    ...(lang === undefined ? {} : { lang }),
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
    ...(outcome.isModifiedAtWritten === true ? modifiedOf(outcome) : {}),
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  // Where a file stands in its repository does not make it another document either.
  const { submodules, route } = source;
  const repo = submodules && { repo: projectOfRoute(route) ?? source.name, module: moduleOf(path, submodules) };
  const modified = modifiedOf(outcome);
  const moments = notHashed === undefined ? {} : { metadata: { ...metadata, ...notHashed } };
  const fields = { ...hashed, ...repo, ...modified, ...moments };
  const file = { path, size, mtime_ms: mtimeMs, ...(validator === undefined ? {} : { validator }) };
  const label = sourceLabelOf(source, path);
  const places = sections?.map(textSection);
  const dated = places?.some(({ moment }) => moment !== undefined) === true ? { sections: places } : {};
  return {
    text,
    fields,
    hash: documentHash(text, { ...hashed, ...dated }),
    source: label,
    masksSecrets: source.mask_secrets,
    file,
    sections: places,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function modifiedOf({ modifiedAt, mtimeMs }: Pick<ReadDocument, 'modifiedAt' | 'mtimeMs'>): Pick<StoredFields, 'modified_at'> {
  if (modifiedAt !== undefined) return { modified_at: modifiedAt };
  return mtimeMs === 0 ? {} : { modified_at: new Date(mtimeMs).toISOString() };
}

function handedIn(row: DocumentRecord, text: string): DocumentContent {
  const {
    content: _text,
    collection: _collection,
    id: _id,
    v: _v,
    version,
    vector,
    point_id: pointId,
    sections,
    ...given
  } = row.pending ?? { collection: row.collection, id: row.key, v: 1 };
  const type = given.type ?? (given.path === undefined ? 'doc' : documentTypeOf(given.path));
  const modified_at = given.modified_at ?? (version === undefined ? momentOf(row) : undefined);
  return { text: withLineFeeds(text), fields: { ...given, type, modified_at }, hash: row.hash, source: '', vector, pointId, sections };
}

/** A version that was assigned at acceptance is the moment of it, unless its producer had counted beyond that. */
function momentOf({ version, accepted_at: acceptedAt }: DocumentRecord): string {
  return new Date(Math.min(version, acceptedAt)).toISOString();
}
