import type { SourceKind } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { decodeDocumentKey, encodeDocumentKey, permanent, type TributaryError } from '@tributary/kernel';
import type { SourceReader } from '@tributary/sources-port';
import type { Readers } from '../../collaborators/collaborators.js';

/** @throws `SOURCE.KIND_UNAVAILABLE` where this process has no reader of the kind */
export function readerOf(readers: Readers, kind: SourceKind): SourceReader {
  const reader = readers[kind];
  if (reader) return reader;
  throw noReader(kind);
}

export function noReader(kind: SourceKind): TributaryError {
  const instead =
    kind === 'nextcloud-notes'
      ? 'name the Nextcloud under dialects.nextcloud.source in the configuration, and start with that'
      : 'start a worker that reads them';
  return permanent('SOURCE.KIND_UNAVAILABLE', `Sources of the kind ${kind} cannot be read here: ${instead}.`, { category: 'unavailable' });
}

/** Kinds whose documents have ids of their own: pages their addresses, notes what their program calls them. */
const HAS_IDS: ReadonlySet<SourceKind> = new Set(['web', 'bear', 'jsonl', 'nextcloud-notes']);

/** The key of a document as stored (encoded): a page is the same page whichever source reaches it, a file belongs to its source. */
export function documentKeyOf({ kind, name }: Pick<SourceRecord, 'kind' | 'name'>, path: string): string {
  return encodeDocumentKey(HAS_IDS.has(kind) ? path : `${name}/${path}`);
}

/** What the ids of programs look like; of the others, which may have any, nothing is known. */
const FORM_OF_IDS: Partial<Record<SourceKind, RegExp>> = { web: /^https?:\/\//, 'nextcloud-notes': /^\d+$/ };

/** Whether a source could have a document under this key (encoded), by its form alone. */
export function mayBeKeyOf({ kind, name }: Pick<SourceRecord, 'kind' | 'name'>, key: string): boolean {
  const id = decodeDocumentKey(key);
  return HAS_IDS.has(kind) ? (FORM_OF_IDS[kind]?.test(id) ?? true) : id.startsWith(`${name.normalize('NFC')}/`);
}

/** What hits name as the source of a document. */
export function sourceLabelOf({ kind, name }: Pick<SourceRecord, 'kind' | 'name'>, path: string): string {
  return kind === 'web' ? path : name;
}
