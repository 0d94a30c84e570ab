import type { Filter } from '@tributary/contracts';
import {
  byPlace,
  type DocumentMatch,
  type PointSelector,
  type ScrollPage,
  type ScrollRequest,
  type StoredPoint,
  type TextAnalyser,
} from '@tributary/engines-port';
import type { Schemas } from '@qdrant/js-client-rest';
import { selectionOf, type Selection } from '../filter/selection.js';
import { STATIC, own } from '../points/layout.js';
import { decodePoint, fieldsOf, payloadOf, placeOf, vectorOf, type VectorLayout } from '../points/point-codec.js';
import { nextOf, type Call, type PointParts, type PointStore } from '../points/point-store.js';
import { readSettled } from './settled.js';

const FEATURES = ['terms', 'body', 'title', 'length', 'words', 'norm'].map(own);
/** Payload as written, and of our own what tells to which write a chunk belongs. */
const SHOWN: Schemas['PayloadSelectorExclude'] = { exclude: [...FEATURES, own('dense')] };
/** The same with what the server does not keep of a vector. */
const SHOWN_WITH_VECTOR: Schemas['PayloadSelectorExclude'] = { exclude: FEATURES };

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

  /** The server's filter for exactly the chunks of a selector: what it cannot say becomes a list of ids. @throws `FILTER.INVALID` */
  async select(selector: PointSelector, call: Call): Promise<Schemas['Filter']> {
    const selection = this.#selectionOf(selector);
    if (!selection.test) return selection.filter;
    const fitting = await this.#fitting(selection, { ...call, payload: [...selection.looksAt] });
    return { must: [{ has_id: fitting.map(({ id }) => id) }] };
  }

  /** With the vectors of a layout, where one is given. */
  async read(
    selector: PointSelector,
    { vectorsOf, ...call }: Call & { readonly vectorsOf?: VectorLayout },
  ): Promise<readonly StoredPoint[]> {
    const parts = vectorsOf ? { payload: SHOWN_WITH_VECTOR, vectors: [vectorsOf.dense] } : { payload: SHOWN };
    const { result, shows } = await readSettled(
      async () => {
        const records = await this.#all(selector, { ...call, ...parts });
        return { result: records, chunks: records.map(placeOf) };
      },
      { ...call, store: this.#store, now: this.#now },
    );
    const points = result
      .filter((record) => shows(placeOf(record)))
      .map((record) => {
        const vector = vectorsOf && vectorOf(record, vectorsOf);
        return { id: String(record.id), payload: payloadOf(record), ...(vector ? { vector } : {}) };
      });
    if (!selector.ids) return points.sort(byPlace);
    const byId = new Map(points.map((point) => [point.id, point]));
    return selector.ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  }

  async scroll({ filter, after, limit }: ScrollRequest, layout: VectorLayout, call: Call): Promise<ScrollPage> {
    const selected = await this.select(filter ? { filter } : {}, call);
    const vectors = layout.keepsCommonApart ? [layout.dense, STATIC] : [layout.dense];
    const { result, shows } = await readSettled(
      async () => {
        const page = await this.#store.scroll({ ...call, filter: selected, limit, offset: after, payload: true, vectors });
        return { result: page, chunks: page.points.map(placeOf) };
      },
      { ...call, store: this.#store, now: this.#now },
    );
    const points = result.points.filter((record) => shows(placeOf(record))).map((record) => decodePoint(record, layout));
    const next = nextOf(result);
    return next === undefined ? { points } : { points, next };
  }

  async count(filter: Filter | undefined, call: Call): Promise<number> {
    const selection = this.#selectionOf(filter ? { filter } : {});
    if (!selection.test) return this.#store.count(selection.filter, call);
    return (await this.#fitting(selection, { ...call, payload: [...selection.looksAt] })).length;
  }

  async findDocuments(selector: PointSelector, call: Call): Promise<readonly DocumentMatch[]> {
    const hits = await this.#store.facet('doc_id', { ...call, filter: await this.select(selector, call) });
    const fitting = new Map(hits.map(({ value, count }) => [String(value), count]));
    const anchors = await this.#store.anchors([...fitting.keys()], call);
    return [...anchors.values()]
      .filter(({ deleted }) => !deleted)
      .map(({ doc, key, version, chunks }) => ({ docId: doc, key, version, points: chunks, fitting: fitting.get(doc) ?? 0 }))
      .sort((a, b) => (a.docId < b.docId ? -1 : 1));
  }

  async storedVectors(docId: string, layout: VectorLayout, call: Call): Promise<ReadonlyMap<string, Float32Array>> {
    const records = await this.#all({ docId }, { ...call, payload: true, vectors: [layout.dense] });
    return new Map(
      records.flatMap((record) => {
        const { payload, vector } = decodePoint(record, layout);
        return vector ? [[payload.hash, vector] as const] : [];
      }),
    );
  }

  #selectionOf(selector: PointSelector): Selection {
    return selectionOf(selector, this.#analyser);
  }

  #all(selector: PointSelector, parts: Call & PointParts): Promise<readonly Schemas['Record'][]> {
    return this.#fitting(this.#selectionOf(selector), parts);
  }

  async #fitting({ filter, test }: Selection, parts: Call & PointParts): Promise<readonly Schemas['Record'][]> {
    const records = await this.#store.collect({ ...parts, filter });
    return test ? records.filter((record) => test({ id: String(record.id), payload: fieldsOf(record) })) : records;
  }
}
