import type { CallContext, IngestDocument, PointInput, PointView, UpsertPointsAnswer, UpsertPointsInput } from '@tributary/contracts';
import { unlessDown } from '@tributary/engines-port';
import { decodeDocumentKey, encodeDocumentKey, parseDocumentUri, permanent } from '@tributary/kernel';
import { chunkOriginalId, md5Uuid, mergeWriteTokens, placeOfPoint, type PointPlace } from '@tributary/kernel/ids';
import { ownedDocument, requireWritable, writerOf } from '../../access/rights.js';
import { findRecord } from '../find-record.js';
import { refusalCategory } from '../refusal-category.js';
import type { GatewayCollaborators } from '../use-cases.js';
import { waitSearchable } from '../wait-searchable.js';
import { foreignPlace } from './foreign-place.js';
import { idOfPoint, pointDocument } from './point-document.js';

interface Placed {
  readonly pointId: string;
  readonly document: IngestDocument;
}

/** Writes points as documents: accepted durably, then waited for until they are searchable. */
export async function upsertPoints(
  collaborators: GatewayCollaborators,
  { collection, points, only_new: isOnlyNew = false }: UpsertPointsInput,
  { principal, signal }: CallContext,
): Promise<UpsertPointsAnswer> {
  requireWritable(principal, collection);
  const { adopted, engine } = await findRecord(collaborators, collection, principal);
  const ids = points.flatMap(({ id }) => (id === undefined ? [] : [id.toString()]));
  const find = () => collaborators.readPoints.find(collection, [...new Set(ids)], { principal, signal });
  const present = await unlessDown(collaborators.engines.get(engine), find);
  const placed = points.map((point, at) =>
    placedOf(point, { collection, isForeign: adopted !== undefined, present, at, user: principal.user_id }),
  );
  const documents = placed.map(({ document }) => ownedDocument(principal, document));
  const outcomes = await collaborators.acceptDocuments.run(documents, { writer: writerOf(principal), isOnlyNew, needsText: true });
  const refused = outcomes.find(({ status }) => status === 'refused');
  if (refused) throw refusal(refused, outcomes.filter(({ status }) => status !== 'refused').length);
  const awaited = outcomes.map(({ id, version = 0 }) => ({ collection, key: encodeDocumentKey(id), version }));
  const searchable = await waitSearchable(collaborators, awaited, signal);
  const token = mergeWriteTokens(outcomes.flatMap((outcome) => outcome.token ?? [])) ?? '';
  return { ids: placed.map(({ pointId }) => pointId), searchable, token };
}

interface Surroundings {
  readonly collection: string;
  readonly isForeign: boolean;
  /** What stands under the ids that are given, as far as the caller sees it. */
  readonly present: ReadonlyMap<string, PointView>;
  readonly at: number;
  readonly user: string | undefined;
}

function placedOf(point: PointInput, around: Surroundings): Placed {
  const { collection, at, user } = around;
  const given = point.id?.toString();
  const content = pointDocument(point, given ?? `number ${(at + 1).toString()}`);
  const wanted = given ?? idOfPoint(content, user);
  const place = around.isForeign
    ? foreignPlace(wanted, around.present.get(wanted))
    : placeFor(wanted, { ...around, isGiven: given !== undefined });
  const { document: id, pointId, isDerived } = place;
  return { pointId, document: { v: 1, collection, id, ...content, ...(isDerived ? {} : { point_id: pointId }) } };
}

/** Where the point goes: in the place of what has its id, else in a place of its own. @throws `POINT.OF_DOCUMENT` */
function placeFor(
  id: string,
  { collection, present, isGiven }: Pick<Surroundings, 'collection' | 'present'> & { readonly isGiven: boolean },
): PointPlace {
  const view = present.get(id);
  if (view === undefined) return isGiven ? placeOfPoint(collection, id) : derivedPlace(collection, id);
  if (view.chunk_index > 0) {
    throw permanent(
      'POINT.OF_DOCUMENT',
      `The point ${id} is passage ${view.chunk_index.toString()} of the document ${view.uri.replace(/#\d+$/, '')}: replace the whole document under its own id, or choose another id.`,
      { category: 'conflict' },
    );
  }
  const document = decodeDocumentKey(parseDocumentUri(view.uri).key);
  return { document, pointId: view.id, isDerived: view.id === derivedPlace(collection, document).pointId };
}

function derivedPlace(collection: string, document: string): PointPlace {
  const pointId = md5Uuid(chunkOriginalId({ collection, key: encodeDocumentKey(document), chunk: 0 }));
  return { document, pointId, isDerived: true };
}

function refusal({ id, error }: { readonly id: string; readonly error?: { code: string; message: string } | undefined }, stored: number) {
  const others = stored === 0 ? '' : ` The other ${stored.toString()} points were stored.`;
  const { code, message } = error ?? { code: 'DOCUMENT.REFUSED', message: 'it was not accepted.' };
  return permanent(code, `Point ${id}: ${message}${others}`, { category: refusalCategory(code) });
}
