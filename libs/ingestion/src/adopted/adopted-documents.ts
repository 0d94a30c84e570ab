import type { ChunkToEmbed, DocumentHeader } from '@tributary/contracts';
import { documentRecordKey, toForeignPoint, type CollectionRecord, type DocumentRecord } from '@tributary/engines-port';
import { decodeDocumentKey, permanent } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';
import { markIndexed, markRemoved, owesRemoval } from '../documents/document-transitions.js';
import { rowKey } from '../documents/row-key.js';
import { AdoptedTurns } from './adopted-turns.js';
import { MakersDates } from './makers-dates.js';
import { leftBehind, placesToRemove, placeToWrite, pointsCalled } from './place-in-adopted.js';

type AdoptedCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'clock' | 'adopted' | 'crashAt'>;

interface AdoptedWrite {
  readonly record: CollectionRecord;
  readonly document: DocumentHeader;
  readonly chunk: ChunkToEmbed;
  readonly vector: Float32Array;
}

/** Writes and deletes documents in collections that another program made. Their engine keeps no versions there, so the row in the catalog is the fence:
 *  it is looked at, and the point changed, by one process at a time. */
export class AdoptedDocuments {
  readonly #with: AdoptedCollaborators;
  readonly #turns: AdoptedTurns;
  readonly #dates: MakersDates;

  constructor(collaborators: AdoptedCollaborators) {
    this.#with = collaborators;
    this.#turns = new AdoptedTurns(collaborators.engines.primary.records, collaborators.clock);
    this.#dates = new MakersDates(collaborators);
  }

  /** May be repeated. @returns false when a newer version or a delete was there */
  write({ record, document, chunk, vector }: AdoptedWrite, signal: AbortSignal): Promise<boolean> {
    const { catalog, clock } = this.#with;
    const key = documentRecordKey(document.collection, document.key);
    return this.#turns.during(key, signal, async (limit) => {
      const row = await catalog.documents.get(key);
      if (row?.version !== document.version || row.state === 'deleted' || row.hash !== document.hash) return false;
      const hasDates = document.created_at !== undefined || document.modified_at !== undefined;
      const dates = hasDates ? await this.#dates.of(record, limit) : undefined;
      const writer = requireAdopted(this.#with, record);
      await this.#takeDeleted(record, row, limit);
      const id = decodeDocumentKey(document.key);
      const called = await pointsCalled(writer.open(record), id, limit);
      const place = document.point_id ?? placeToWrite(id, called);
      await writer.write(record, pointOf({ record, document, chunk, vector }, { place, dates }), { signal: limit });
      const left = leftBehind(id, called, place);
      if (left.length > 0) await writer.remove(record, left, { signal: limit });
      this.#with.crashAt?.('document-written');
      const { version, hash, title } = document;
      await catalog.documents.change(key, markIndexed({ version, hash, title, chunks: 1, now: clock.now() }));
      this.#with.crashAt?.('document-indexed');
      return true;
    });
  }

  /** Takes the points of deleted rows out of the engine, also where a text was accepted under the id since and is not written yet. A row whose points went
   *  before, or that was written since, is passed over. */
  async remove(record: CollectionRecord, tombstones: readonly DocumentRecord[]): Promise<void> {
    for (const tombstone of tombstones) {
      const key = rowKey(tombstone);
      await this.#turns.during(key, undefined, async (signal) => {
        const row = await this.#with.catalog.documents.get(key);
        if (row !== undefined) await this.#takeDeleted(record, row, signal);
      });
    }
  }

  /** In the turn of the document. None goes that its maker merely calls as the document was called, and the row notes in the same turn that they went: taken once
   *  more, what was stored here would be gone, and that of the maker would go. */
  async #takeDeleted(record: CollectionRecord, row: DocumentRecord, signal: AbortSignal): Promise<void> {
    if (!owesRemoval(row)) return;
    const { catalog, clock } = this.#with;
    const writer = requireAdopted(this.#with, record);
    const id = decodeDocumentKey(row.key);
    const called = await pointsCalled(writer.open(record), id, signal);
    await writer.remove(record, placesToRemove(id, called), { signal });
    this.#with.crashAt?.('tombstone-applied');
    // Whatever was accepted meanwhile: until the turn ends, nothing is written that it could be about.
    await catalog.documents.change(rowKey(row), markRemoved(clock.now()));
  }
}

interface PlacedPoint {
  /** Id of the point. */
  readonly place: string;
  readonly dates: Awaited<ReturnType<MakersDates['of']>> | undefined;
}

function pointOf({ record, document, chunk, vector }: AdoptedWrite, { place, dates }: PlacedPoint) {
  const { title, path, source, tags, user_id, acl, created_at, modified_at, metadata, lang, repo, module } = document;
  const originalId = decodeDocumentKey(document.key);
  const known = { title, path, source, tags, user_id, acl, created_at, modified_at, metadata };
  const set = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value !== ''));
  const { fields, vectors } = record.card;
  if (fields === undefined) throw permanent('COLLECTION.CARD_INVALID', `The card of ${record.name} does not say where its fields are.`);
  const text = {
    ...set,
    id: place,
    originalId,
    content: chunk.content,
    vector,
    others: { lang, repo, module },
  };
  return toForeignPoint(text, { fields, vector: vectors.dense, ...(dates === undefined ? {} : { dates }) });
}

function requireAdopted({ adopted }: AdoptedCollaborators, { name }: CollectionRecord): NonNullable<Collaborators['adopted']> {
  if (adopted) return adopted;
  throw permanent('ENGINE.UNSUPPORTED', `This process does not write into collections that another program made, such as ${name}.`);
}
