import type { Filter } from '@tributary/contracts';
import type { DocumentMatch, PointSelector, ScrollPage, ScrollRequest, StoredPoint, TextAnalyser } from '@tributary/engines-port';
import type { Schemas } from '@qdrant/js-client-rest';
import { selectChunks } from '../filter/selection.js';
import { DENSE, STATIC, own } from '../points/layout.js';
import { decodePoint, payloadOf, seqOf, type VectorLayout } from '../points/point-codec.js';
import { nextOf, type Call, type PointStore } from '../points/point-store.js';
import { readSettled } from './settled.js';

/** Payload as written, and of our own what tells to which write a chunk belongs. */
const SHOWN: Schemas['PayloadSelectorExclude'] = { exclude: ['terms', 'body', 'title', 'length', 'words', 'dense', 'norm'].map(own) };

interface ReaderContext {
  readonly store: PointStore;
  readonly analyser: TextAnalyser;
  readonly now: () => number;
}

/** Reads chunks of whole documents. */
export class PointReader {
  readonly #store: PointStore;
  readonly #analyser: TextAnalyser;
  readonly #now: () => number;

  constructor({ store, analyser, now }: ReaderContext) {
    this.#store = store;
    this.#analyser = analyser;
    this.#now = now;
  }

  /** The server's filter for the chunks of a selector. @throws `FILTER.INVALID` */
  select(selector: PointSelector, call: Call): Promise<Schemas['Filter']> {
    return selectChunks(selector, { ...call, store: this.#store, analyser: this.#analyser });
  }

  async read(selector: PointSelector, call: Call): Promise<readonly StoredPoint[]> {
    const { result, shows } = await readSettled(
      async () => {
        const records = await this.#all(selector, { ...call, payload: SHOWN });
        return { result: records, chunks: records.map(seenChunk) };
      },
      { ...call, store: this.#store, now: this.#now },
    );
    const points = result
      .filter((record) => shows(seenChunk(record)))
      .map((record) => ({ id: String(record.id), payload: payloadOf(record) }));
    if (!selector.ids) return points.sort(byPlace);
    const byId = new Map(points.map((point) => [point.id, point]));
    return selector.ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  }

  async scroll({ filter, after, limit }: ScrollRequest, layout: VectorLayout, call: Call): Promise<ScrollPage> {
    const selected = await this.select(filter ? { filter } : {}, call);
    const vectors = layout.keepsCommonApart ? [DENSE, STATIC] : [DENSE];
    const { result, shows } = await readSettled(
      async () => {
        const page = await this.#store.scroll({ ...call, filter: selected, limit, offset: after, payload: true, vectors });
        return { result: page, chunks: page.points.map(seenChunk) };
      },
      { ...call, store: this.#store, now: this.#now },
    );
    const points = result.points.filter((record) => shows(seenChunk(record))).map((record) => decodePoint(record, layout));
    const next = nextOf(result);
    return next === undefined ? { points } : { points, next: String(next) };
  }

  async count(filter: Filter | undefined, call: Call): Promise<number> {
    return this.#store.count(await this.select(filter ? { filter } : {}, call), call);
  }

  async findDocuments(selector: PointSelector, call: Call): Promise<readonly DocumentMatch[]> {
    const hits = await this.#store.facet('doc_id', { ...call, filter: await this.select(selector, call) });
    const anchors = await this.#store.anchors(
      hits.map(({ value }) => String(value)),
      call,
    );
    return [...anchors.values()]
      .filter(({ deleted }) => !deleted)
      .map(({ doc, key, version, chunks }) => ({ docId: doc, key, version, points: chunks }))
      .sort((a, b) => (a.docId < b.docId ? -1 : 1));
  }

  async storedVectors(docId: string, layout: VectorLayout, call: Call): Promise<ReadonlyMap<string, Float32Array>> {
    const records = await this.#all({ docId }, { ...call, payload: true, vectors: [DENSE] });
    return new Map(
      records.flatMap((record) => {
        const { payload, vector } = decodePoint(record, layout);
        return vector ? [[payload.hash, vector] as const] : [];
      }),
    );
  }

  async #all(
    selector: PointSelector,
    parts: Call & { readonly payload: Schemas['WithPayloadInterface']; readonly vectors?: readonly string[] },
  ): Promise<Schemas['Record'][]> {
    const filter = await this.select(selector, parts);
    return this.#store.collect({ ...parts, filter });
  }
}

function seenChunk(record: Schemas['Record']): { readonly docId: string; readonly seq: number } {
  return { docId: payloadOf(record).doc_id, seq: seqOf(record) };
}

function byPlace({ payload: a }: StoredPoint, { payload: b }: StoredPoint): number {
  return a.doc_id === b.doc_id ? a.chunk_index - b.chunk_index : a.doc_id < b.doc_id ? -1 : 1;
}
