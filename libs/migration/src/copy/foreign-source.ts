import { createHash } from 'node:crypto';
import type { CardFields, PointPayload } from '@tributary/contracts';
import { embeddedText, type EmbeddingProvider } from '@tributary/embedding-port';
import {
  foreignPayload,
  type DocumentFence,
  type ForeignCollections,
  type ForeignPoint,
  type ForeignReader,
} from '@tributary/engines-port';
import { documentNames, encodeDocumentKey } from '@tributary/kernel';
import { chunkOriginalId, documentId, md5Uuid } from '@tributary/kernel/ids';
import { analyseChunk, withNameTerms } from '@tributary/ranking';
import { canonicalJson } from './canonical-json.js';
import type { CopiedDocument, ListedDocument, MigrationSource, WantedDocument } from './migration-source.js';

const PAGE = 256;

interface ForeignSourceParts {
  readonly foreign: ForeignCollections;
  readonly reader: ForeignReader;
  /** The engine's own name of the collection. */
  readonly name: string;
  readonly fields: CardFields;
  /** Which vector field is moved. */
  readonly vector: string;
  /** Name of the collection that is filled; ids are made of it. */
  readonly as: string;
  readonly common: EmbeddingProvider;
  /** Versions of the documents that were stored there through Tributary, by key; undefined for all others. */
  readonly versionsOf: (keys: readonly string[]) => Promise<readonly (number | undefined)[]>;
}

/** A passage as it was listed: without its text and vector, so that many fit in memory. */
interface ListedPassage {
  readonly id: string;
  readonly index: number;
  readonly hash: string;
}

interface ListedForeign extends ListedDocument {
  readonly passages: readonly ListedPassage[];
  readonly hash: string;
}

/** A collection that another program made, translated by its card into Tributary's layout. Nothing tells when it is written to, so it is read anew
 *  by every pass, and a document's version counts how often it was found changed, from that of its row where it has one. */
export class ForeignSource implements MigrationSource {
  readonly #parts: ForeignSourceParts;
  #listed: ReadonlyMap<string, ListedForeign> = new Map();
  /** The id in the target of each point, by its own. */
  #targetIds: ReadonlyMap<string, string> = new Map();

  constructor(parts: ForeignSourceParts) {
    this.#parts = parts;
  }

  async list(signal: AbortSignal): Promise<ReadonlyMap<string, ListedDocument>> {
    const { name, fields, as } = this.#parts;
    const byKey = new Map<string, ListedPassage[]>();
    for await (const point of this.#scroll(signal)) {
      const payload = foreignPayload(point, name, fields);
      const key = keyOf(payload, { id: point.id, name });
      const passages = byKey.get(key) ?? [];
      byKey.set(key, passages);
      passages.push({ id: point.id, index: payload.chunk_index, hash: this.#hashOf(point, payload) });
    }
    const listed = new Map<string, ListedForeign>();
    const ids = new Map<string, string>();
    for (const [key, found] of byKey) {
      const passages = found.toSorted((a, b) => a.index - b.index || (a.id < b.id ? -1 : 1));
      passages.forEach(({ id }, chunk) => ids.set(id, md5Uuid(chunkOriginalId({ collection: as, key, chunk }))));
      const hash = createHash('sha256')
        .update(passages.map((passage) => passage.hash).join())
        .digest('hex');
      listed.set(documentId(as, key), { key, points: passages.length, passages, hash });
    }
    this.#listed = listed;
    this.#targetIds = ids;
    return listed;
  }

  async fences(docIds: readonly string[], known: readonly (DocumentFence | undefined)[]): Promise<readonly (DocumentFence | undefined)[]> {
    const listed = docIds.map((docId) => this.#listed.get(docId));
    const versions = await this.#parts.versionsOf(listed.map((document) => document?.key ?? ''));
    return listed.map((document, i) => fenceOf(document, { known: known[i], row: versions[i] ?? 0 }));
  }

  async read(wanted: readonly WantedDocument[], signal: AbortSignal): Promise<readonly CopiedDocument[]> {
    const listed = wanted.flatMap(({ docId, fence }) => {
      const document = this.#listed.get(docId);
      return document === undefined ? [] : [{ docId, fence, document }];
    });
    const points = new Map<string, ForeignPoint>();
    const ids = listed.flatMap(({ document }) => document.passages.map(({ id }) => id));
    for (let at = 0; at < ids.length; at += PAGE) {
      const some = await this.#parts.foreign.fetch(this.#parts.name, ids.slice(at, at + PAGE), { signal });
      for (const point of some) points.set(point.id, point);
    }
    const documents: CopiedDocument[] = [];
    for (const { docId, fence, document } of listed) {
      const passages = document.passages.flatMap(({ id }) => points.get(id) ?? []);
      if (passages.length === document.passages.length)
        documents.push(await this.#translate(passages, { docId, key: document.key, fence }));
    }
    return documents;
  }

  async nearest(vector: Float32Array, limit: number, signal: AbortSignal) {
    const { candidates, lanes } = await this.#parts.reader.nominate({ lanes: ['semantic'], limit, terms: [], vector }, { signal });
    const ranking = lanes.semantic?.status === 'searched' ? lanes.semantic.ranking : [];
    return ranking.flatMap(({ candidate, score }) => {
      const id = this.#targetIds.get(candidates[candidate]?.id ?? '');
      return id === undefined ? [] : [{ id, score }];
    });
  }

  async #translate(
    passages: readonly ForeignPoint[],
    { docId, key, fence }: { readonly docId: string; readonly key: string; readonly fence: DocumentFence },
  ): Promise<CopiedDocument> {
    const { name, fields, as, common, vector: field } = this.#parts;
    const payloads = passages.map((point) => foreignPayload(point, name, fields));
    const commonVectors = await common.embed(
      payloads.map(({ content }) => embeddedText('', content)),
      { kind: 'document' },
    );
    const zero = new Float32Array((await common.describe()).dimension);
    const points = payloads.map((payload, chunk_index) => {
      const original_id = chunkOriginalId({ collection: as, key, chunk: chunk_index });
      const place = { original_id, doc_id: docId, doc_version: fence.version, chunk_index, total_chunks: payloads.length };
      const { terms, words } = analyseChunk({ heading: '', content: payload.content });
      const named = chunk_index === 0 ? withNameTerms(terms, documentNames(payload)) : terms;
      const features = { terms: named, words, common: commonVectors[chunk_index] ?? zero };
      const vector = passages[chunk_index]?.vectors.get(field);
      return { id: md5Uuid(original_id), payload: { ...payload, ...place }, features, ...(vector ? { vector } : {}) };
    });
    return { docId, key, version: fence.version, hash: fence.hash, points };
  }

  async *#scroll(signal: AbortSignal): AsyncGenerator<ForeignPoint> {
    const { foreign, name } = this.#parts;
    let after: string | undefined;
    do {
      const page = await foreign.scroll({ collection: name, limit: PAGE, ...(after === undefined ? {} : { after }) }, { signal });
      yield* page.points;
      after = page.next;
    } while (after !== undefined);
  }

  #hashOf(point: ForeignPoint, payload: PointPayload): string {
    const vector = point.vectors.get(this.#parts.vector);
    const hash = createHash('sha256').update(canonicalJson(payload) ?? '');
    if (vector) hash.update(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    return hash.digest('hex');
  }
}

/** The key inside `original_id`; of a text that was stored there through Tributary the one its row has. */
function keyOf({ original_id, metadata }: PointPayload, { id, name }: { readonly id: string; readonly name: string }): string {
  const given = metadata?.['original_id'];
  if (typeof given === 'string' && md5Uuid(given) === id) return encodeDocumentKey(given);
  return original_id.slice(name.length + 1, original_id.lastIndexOf(':chunk:'));
}

/** A document that changed, or went, is one version newer than what the target knows, and at least as new as its row says. */
function fenceOf(
  listed: ListedForeign | undefined,
  { known, row }: { readonly known: DocumentFence | undefined; readonly row: number },
): DocumentFence | undefined {
  if (listed === undefined) {
    return known === undefined || known.deleted ? known : { version: known.version + 1, hash: '', deleted: true };
  }
  const { hash } = listed;
  if (known?.hash === hash && !known.deleted) return known;
  return { version: Math.max((known?.version ?? 0) + 1, row), hash, deleted: false };
}
