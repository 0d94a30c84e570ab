import { makesSameVectors, type CardModel } from '@tributary/contracts';
import {
  accessOfRow,
  audienceOf,
  documentRecordKey,
  foundAgain,
  givenVersion,
  isKnownTo,
  lackingDocuments,
  lostVersion,
  madeKnownTo,
  noteGap,
  physicalName,
  readDocuments,
  type CollectionRecord,
  type DocumentFence,
  type DocumentRecord,
  type FullPoint,
  type HeldAs,
  type LackingDocument,
  type Point,
} from '@tributary/engines-port';
import { isAbort, toErrorRecord } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';
import { inBatches } from '../batching/in-batches.js';

const BATCH = 64;

/** A generation that holds what the one that answers lacks. */
export interface Holder {
  readonly engine: string;
  /** Physical name. */
  readonly name: string;
  readonly as: HeldAs;
}

/** A document that could not be taken over. */
export interface Untaken {
  readonly key: string;
  readonly reason: string;
}

type Taking = Pick<Collaborators, 'catalog' | 'engines' | 'clock'>;

/** Copies what the generation that answers lacks from another one; where that has another model, without vectors. Rows follow by the next comparison, but those that
 *  would undo it: they come first. @returns what could not be written, which costs the others nothing */
export async function takeOver(
  collaborators: Taking,
  { record, holder: { engine: from, name, as } }: { readonly record: CollectionRecord; readonly holder: Holder },
  signal: AbortSignal,
): Promise<readonly Untaken[]> {
  const { catalog, engines } = collaborators;
  const engine = engines.get(from);
  const model = (await engine.getCollection(name, { signal }))?.card.model;
  const sameModel = model !== undefined && isSameModel(model, record.card.model);
  const held = await lackingDocuments({ catalog, engines }, { record, engine, name, as, signal });
  const untaken: Untaken[] = [];
  const whole = held.filter(({ isWhole }) => isWhole);
  for (const batch of inBatches(whole, BATCH)) {
    const stored = await readDocuments(
      { engine, name },
      batch.map(({ docId }) => docId),
      signal,
    );
    await tellReaders(catalog, record, [...stored.values()].flat());
    for (const document of batch) {
      signal.throwIfAborted();
      const points = stored.get(document.docId) ?? [];
      const reason = isWhole(points, document)
        ? await takeOne(collaborators, { record, document, points, sameModel }, signal)
        : 'not all of it is there';
      if (reason !== undefined) untaken.push({ key: document.key, reason });
    }
  }
  return untaken;
}

/** Whoever may read what is taken over knows of the collection from now on. */
async function tellReaders({ collections }: Taking['catalog'], { name, known_to: known }: CollectionRecord, points: readonly FullPoint[]) {
  const audience = [...new Set(points.flatMap(({ payload }) => audienceOf(payload)))];
  if (isKnownTo({ known_to: known }, audience)) return;
  await collections.change(name, (present) => (present === undefined ? { keep: true } : { set: madeKnownTo(present, audience) }));
}

interface Taken {
  readonly record: CollectionRecord;
  readonly document: LackingDocument;
  readonly points: readonly FullPoint[];
  readonly sameModel: boolean;
}

/** The row first: what a crash leaves in between is lacking still, and is taken over by the next repair. @returns why it could not be written */
async function takeOne(collaborators: Taking, taken: Taken, signal: AbortSignal): Promise<string | undefined> {
  const { catalog, engines } = collaborators;
  const { record, document, points, sameModel } = taken;
  const { docId, key, fence } = document;
  const version = versionOver(document);
  const gap = { collection: record.name, key, version, generation: record.generation, passages: points.length };
  if (!sameModel) await noteGap(catalog, gap);
  const undo = await standFor(collaborators, { ...taken, version });
  try {
    const collection = physicalName(record.name, record.generation);
    const written = points.map((point) => asOf(point, { version, sameModel }));
    await engines.get(record.engine).writeDocument({ collection, docId, key, version, hash: fence.hash, points: written }, { signal });
    return undefined;
  } catch (error) {
    await undo();
    const { retryable, message } = toErrorRecord(error);
    if (retryable || isAbort(error)) throw error;
    return message;
  }
}

/** A row that calls the document deleted, or by a version that is not the one written, says what is there from now on; all others are left to the comparison.
 *  @returns what puts it back */
async function standFor(
  { catalog, clock }: Taking,
  { record, document: { key, fence, row }, points, version }: Taken & { readonly version: number },
): Promise<() => Promise<void>> {
  const news = row && rowOver(row, { fence, version, points, now: clock.now() });
  if (row === undefined || news === undefined) return () => Promise.resolve();
  const at = documentRecordKey(record.name, key);
  const isSame = (present: DocumentRecord | undefined, as: DocumentRecord) => present?.version === as.version && present.state === as.state;
  await catalog.documents.change(at, (present) => (isSame(present, row) ? { set: news } : { keep: true }));
  return async () => {
    await catalog.documents.change(at, (present) => (isSame(present, news) ? { set: row } : { keep: true }));
  };
}

interface Over {
  readonly fence: DocumentFence;
  readonly version: number;
  readonly points: readonly FullPoint[];
  readonly now: number;
}

function rowOver(row: DocumentRecord, { fence: { version: held, hash }, version, points, now }: Over): DocumentRecord | undefined {
  const found = { version, hash, chunks: points.length };
  const given = held > row.version ? held : givenVersion(row);
  if (row.state === 'deleted') {
    const { indexed_at: _applied, unmet_at: _missed, lost: _own, access: _before, ...rest } = row;
    const payload = points[0]?.payload;
    const access = payload && accessOfRow(payload);
    return {
      ...foundAgain(rest, found),
      ...ownNumber(held, version),
      title: payload?.title ?? '',
      indexed_at: now,
      ...(access && { access }),
    };
  }
  const isTheirs = row.state === 'indexed' || lostVersion(row) !== undefined;
  if (version === held || row.version > version || !isTheirs) return undefined;
  const { lost: _before, ...rest } = foundAgain(row, found);
  return { ...rest, ...ownNumber(given, version) };
}

function ownNumber(given: number, version: number): Pick<DocumentRecord, 'lost'> {
  return given < version ? { lost: given } : {};
}

/** What is known in the same version would be taken for written. */
function versionOver({ fence, known }: LackingDocument): number {
  return known?.version === fence.version ? fence.version + 1 : fence.version;
}

function asOf({ vector, ...point }: FullPoint, { version, sameModel }: { readonly version: number; readonly sameModel: boolean }): Point {
  const payload = { ...point.payload, doc_version: version };
  return sameModel && vector !== undefined ? { ...point, payload, vector } : { ...point, payload };
}

function isWhole(points: readonly FullPoint[], { fence }: LackingDocument): boolean {
  return (
    points.length > 0 &&
    points.every(
      ({ payload }, i) => payload.doc_version === fence.version && payload.chunk_index === i && payload.total_chunks === points.length,
    )
  );
}

function isSameModel(a: CardModel, b: CardModel): boolean {
  return a.name === b.name && makesSameVectors(a, b);
}
