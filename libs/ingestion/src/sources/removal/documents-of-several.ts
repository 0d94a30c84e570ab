import type { Catalog, DocumentRecord } from '@tributary/engines-port';
import { rowKey } from '../../documents/row-key.js';
import { LEFT_OUT } from '../../sync-source/compare.js';

/** Documents several sources reach: the row names one of them as its source and the others beside it. */
export class SharedDocuments {
  readonly #catalog: Pick<Catalog, 'documents' | 'sources'>;

  constructor(catalog: Pick<Catalog, 'documents' | 'sources'>) {
    this.#catalog = catalog;
  }

  /** A living page of another source under this record key, if there is one. From now on it is this source's, too. `taken`: what is there is no page. */
  async join(recordKey: string, sourceId: string, epoch: number): Promise<DocumentRecord | 'taken' | undefined> {
    const isOthers = (row: DocumentRecord | undefined) =>
      row !== undefined && row.state !== 'deleted' && row.epoch === epoch && row.source !== '' && row.source !== sourceId;
    const known = await this.#catalog.documents.get(recordKey);
    if (known === undefined || !isOthers(known)) return undefined;
    // A line of JSON Lines may have an address as its id.
    const holder = await this.#catalog.sources.get(known.source);
    if (holder !== undefined && holder.kind !== 'web') return 'taken';
    const row = await this.#catalog.documents.change(recordKey, (present) => {
      if (present === undefined || !isOthers(present) || present.also?.includes(sourceId) === true) return { keep: true };
      return { set: { ...present, also: [...(present.also ?? []), sourceId] } };
    });
    return isOthers(row) ? row : undefined;
  }

  /** What a person deleted of another source, as long as its tombstone remembers the content. */
  async deleted(recordKey: string, sourceId: string, epoch: number): Promise<DocumentRecord | undefined> {
    const row = await this.#catalog.documents.get(recordKey);
    const isRemembered = row?.state === 'deleted' && row.epoch === epoch && row.file !== undefined && row.hash !== '';
    return isRemembered && row.source !== sourceId && row.error?.code !== LEFT_OUT ? row : undefined;
  }

  /** Gives the documents of a source to others that reach them. @returns those nobody else has */
  async handOver(rows: readonly DocumentRecord[]): Promise<readonly DocumentRecord[]> {
    const shared = rows.filter(({ also = [] }) => also.length > 0);
    if (shared.length === 0) return rows;
    const wanted = [...new Set(shared.flatMap(({ also = [] }) => also))];
    const sources = await this.#catalog.sources.getMany(wanted);
    const living = new Set(wanted.filter((_, i) => sources[i] !== undefined));
    const inherited = shared.filter(({ also = [] }) => also.some((id) => living.has(id)));
    const handedOver = await this.#catalog.documents.changeMany(
      inherited.map((row) => ({
        key: rowKey(row),
        decide: (present) => {
          const [heir, ...also] = (present?.also ?? []).filter((id) => living.has(id));
          if (present?.source !== row.source || heir === undefined) return { keep: true };
          return { set: { ...present, source: heir, also } };
        },
      })),
    );
    await this.#noteHeirs(handedOver.flatMap((row, i) => (row === undefined || row.source === inherited[i]?.source ? [] : [row.source])));
    return rows.filter((row) => !inherited.includes(row));
  }

  /** What their last syncs counted as kept by another source is their own by now. */
  async #noteHeirs(heirs: readonly string[]): Promise<void> {
    for (const id of new Set(heirs)) {
      const inherited = heirs.filter((heir) => heir === id).length;
      await this.#catalog.sources.change(id, (present) => {
        const last = present?.last_sync;
        if (present === undefined || last?.shared === undefined) return { keep: true };
        return { set: { ...present, last_sync: { ...last, shared: Math.max(0, last.shared - inherited) } } };
      });
    }
  }
}
