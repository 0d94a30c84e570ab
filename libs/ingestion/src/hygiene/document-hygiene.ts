import { NearDuplicates, sketchOf } from '@tributary/hygiene';
import type { DocumentRecord, FindingRecord } from '@tributary/engines-port';
import { decodeDocumentKey } from '@tributary/kernel';
import { CoalescedTable } from '../batching/coalesced-table.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { rowKey } from '../documents/row-key.js';
import type { DocumentContent } from '../ingest-document/document-content.js';
import { cleanDocument, type CleanDocument } from './clean-document.js';

/** Documents of one source whose sketches are held, about 1.4 KB each, and sources that are held at once. */
const MOST_DOCUMENTS = 10_000;
const MOST_SOURCES = 4;
/** Sentences of a reader that are kept of one document. */
const MOST_SAID = 5;

/** What is kept of what a reader had to say. */
export function saidOf(notes: readonly string[] = []): string[] {
  return notes.slice(0, MOST_SAID);
}

/** Cleans each document on its way to the index and notes what was found: secrets that were masked, of which document it is a near duplicate, and
 *  what its reader had to say. */
export class DocumentHygiene {
  readonly #masksSecrets: boolean;
  readonly #findings;
  /** By source; documents that were handed in are compared with those of their collection that are everybody's. */
  readonly #near = new Map<string, NearDuplicates>();

  constructor({ catalog, hygiene }: Pick<Collaborators, 'catalog' | 'hygiene'>) {
    this.#masksSecrets = hygiene?.masksSecrets ?? true;
    this.#findings = new CoalescedTable(catalog.findings);
  }

  async clean(row: DocumentRecord, content: DocumentContent): Promise<DocumentContent> {
    const clean = cleanDocument(content, { masksSecrets: content.masksSecrets ?? this.#masksSecrets });
    const finding = this.#findingOf(row, clean);
    if (finding !== undefined) await this.#findings.change(rowKey(row), () => ({ set: finding }));
    return clean.content;
  }

  #findingOf(row: DocumentRecord, { content, secrets }: CleanDocument): FindingRecord | undefined {
    const near = this.#nearestOf(row, content);
    const said = saidOf(content.notes);
    if (near === undefined && said.length === 0 && Object.keys(secrets).length === 0) return undefined;
    const { collection, key, source, version } = row;
    const place = content.fields.path ?? decodeDocumentKey(key);
    return { v: 1, collection, key, source, version, place, secrets, said, ...(near === undefined ? {} : { near }) };
  }

  /** Of whom a document belongs to, others must not learn that it is there. */
  #nearestOf({ collection, key, source }: DocumentRecord, { text, fields }: DocumentContent): string | undefined {
    if (source === '' && (fields.user_id !== undefined || fields.acl !== undefined)) return undefined;
    const sketch = sketchOf(text);
    const place = fields.path ?? decodeDocumentKey(key);
    const among = this.#among(source === '' ? `/${collection}` : source);
    if (sketch !== undefined) return among.put(place, sketch);
    among.remove(place);
    return undefined;
  }

  #among(group: string): NearDuplicates {
    const known = this.#near.get(group);
    this.#near.delete(group);
    const documents = known ?? new NearDuplicates(MOST_DOCUMENTS);
    this.#near.set(group, documents);
    const [oldest] = this.#near.keys();
    if (this.#near.size > MOST_SOURCES && oldest !== undefined) this.#near.delete(oldest);
    return documents;
  }
}
