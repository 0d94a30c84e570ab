import { UNKNOWN_MODEL, makesSameVectors, mayReadRow, type IngestDocument, type Principal } from '@tributary/contracts';
import { accessOfRow, foreignPointIds, requireWritableLayout, unlessDown, type CollectionRecord } from '@tributary/engines-port';
import { KIB, decodeDocumentKey, hasCode, permanent, utf8Bytes } from '@tributary/kernel';
import type { Candidate } from '../acceptance/candidate.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { readOnly } from '../places/write-to-places.js';

/** A text is one point there, as its maker would write it. */
const MAX_TEXT_BYTES = 256 * KIB;

/** Refuses an adopted collection that cannot take writes here: without its model the vectors of two models would be mixed.
 *  @throws `MODEL.MISMATCH`, `COLLECTION.LAYOUT_READ_ONLY`, `COLLECTION.ADOPTED`, and what the model throws when it is away */
export async function requireAdoptedWritable(
  { providers, adopted }: Pick<Collaborators, 'providers' | 'adopted'>,
  record: CollectionRecord,
): Promise<void> {
  const { name, card } = record;
  if (card.fields === undefined || adopted === undefined) throw readOnly(name);
  requireWritableLayout(name, card.fields);
  const present = await describeModel(providers, record);
  const { model } = card;
  if (makesSameVectors(model, present)) return;
  throw mismatch(record, `the model configured under that name makes others (${present.dimension.toString()} dimensions)`);
}

async function describeModel(providers: Collaborators['providers'], record: CollectionRecord) {
  try {
    return await providers.get(record.card.model.name).describe();
  } catch (error) {
    if (record.card.model.name === UNKNOWN_MODEL) throw unknownModel(record);
    if (hasCode(error, 'EMBEDDER.UNKNOWN')) throw mismatch(record, 'no model is configured under that name');
    throw error;
  }
}

function unknownModel({ name, card: { model } }: CollectionRecord) {
  return permanent(
    'MODEL.MISMATCH',
    `No configured model makes the vectors of ${name} (${model.dimension.toString()} dimensions): configure the one that made them and adopt the collection again, or say which one it is with --model.`,
    { category: 'conflict' },
  );
}

function mismatch({ name, card }: CollectionRecord, why: string) {
  const { model } = card;
  return permanent(
    'MODEL.MISMATCH',
    `The vectors of ${name} were made by ${model.name} (${model.dimension.toString()} dimensions), and ${why}: configure it under models.${model.name}, or adopt the collection again with --model.`,
    { category: 'conflict' },
  );
}

/** Refuses a document that an adopted collection cannot keep as it is meant. @throws `COLLECTION.FIELD_UNMAPPED`, `DOCUMENT.TOO_LARGE`, `DOCUMENT.INVALID` */
export function requireKeepable(
  { name, card: { fields } }: CollectionRecord,
  { id, point_id: chosen, content, user_id, acl }: Pick<IngestDocument, 'id' | 'point_id' | 'content' | 'user_id' | 'acl'>,
): void {
  const lost = [
    user_id !== undefined && fields?.user_id === undefined ? 'user_id' : '',
    acl !== undefined && fields?.acl === undefined ? 'acl' : '',
  ];
  const [unkept] = lost.filter((field) => field !== '');
  if (unkept !== undefined) {
    throw permanent(
      'COLLECTION.FIELD_UNMAPPED',
      `The card of ${name} does not say where ${unkept} stands, so everybody could read this: adopt it with --${unkept.replace('_', '-')} FIELD, or store it elsewhere.`,
    );
  }
  if (utf8Bytes(content ?? '') > MAX_TEXT_BYTES) {
    throw permanent('DOCUMENT.TOO_LARGE', `A text in ${name} is one point of at most 256 KiB: split it into several.`, {
      category: 'too_large',
    });
  }
  // Only by its own id is a point found again there.
  if (chosen !== undefined && !foreignPointIds(id).includes(chosen)) {
    throw permanent(
      'DOCUMENT.INVALID',
      `In ${name} a document is found by its own id alone, and ${id} came with the point_id ${chosen}, which is not made of it: leave point_id out, or give it as the id of the document.`,
    );
  }
}

/** Whose the point is that stands in the place of a document, before others one that the writer may not see; undefined where none does. */
export async function accessOfStanding(
  { adopted, engines }: Pick<Collaborators, 'adopted' | 'engines'>,
  record: CollectionRecord,
  { submission, writer }: { readonly submission: Pick<Candidate, 'key'>; readonly writer: Principal },
): Promise<Candidate['standing']> {
  if (adopted === undefined) return undefined;
  const ids = foreignPointIds(decodeDocumentKey(submission.key));
  const points = await unlessDown(engines.get(record.engine), () => adopted.open(record).read({ ids }));
  const [standing] = [...points.filter(({ payload }) => !mayReadRow(writer, payload)), ...points];
  return standing && accessOfRow(standing.payload);
}
