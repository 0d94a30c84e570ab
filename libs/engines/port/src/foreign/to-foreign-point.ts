import type { CardFields, PointPayload } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { isUuid } from '@tributary/kernel/ids';
import { dateAsWritten, type DateWriting } from './date-writing.js';
import type { ForeignPoint } from './foreign-collections.js';
import { DOCUMENT_PLACE } from './foreign-payload.js';

/** What is written into a collection that another program made. */
export interface TextForForeign extends Pick<
  Partial<PointPayload>,
  'title' | 'path' | 'source' | 'tags' | 'user_id' | 'acl' | 'created_at' | 'modified_at' | 'metadata'
> {
  /** Id of the point as its engine takes it. */
  readonly id: string;
  /** The string it was made of, or the id itself. */
  readonly originalId: string;
  readonly content: string;
  readonly vector: Float32Array;
  /** Kept among the caller's own fields, as far as they are set. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** Fields that stand at a place of the card, or else among the caller's own. */
const EITHER = ['title', 'path', 'source', 'tags', 'created_at'] as const;
/** Fields that are kept only where the card has a place for them. */
const ONLY_MAPPED = ['user_id', 'acl', 'modified_at'] as const;

/** The id of a text that was handed in without one. */
const DIGEST = /^[\da-f]{64}$/;

interface MakersLayout {
  readonly fields: CardFields;
  readonly vector: string;
  /** By place, where he writes dates as numbers. */
  readonly dates?: ReadonlyMap<string, DateWriting>;
}

/** A text as the maker of the collection lays his points out, and `original_id` beside his metadata: the way back of `foreignPayload`. */
export function toForeignPoint(text: TextForForeign, { fields, vector, dates }: MakersLayout): ForeignPoint {
  const payload: Payload = {};
  const own: Payload = { ...text.metadata };
  for (const [name, value] of Object.entries(text.others)) if (value !== undefined) own[name] ??= value;
  for (const name of EITHER) {
    const value = text[name];
    if (value !== undefined && fields[name] === undefined) own[name] ??= value;
  }
  own['original_id'] = text.originalId;
  if (fields.metadata === '') Object.assign(payload, own);
  else setAt(payload, fields.metadata, own);
  for (const name of [...EITHER, ...ONLY_MAPPED]) {
    const [value, place] = [text[name], fields[name]];
    if (value !== undefined && place !== undefined) setAt(payload, place, dateAsWritten(value, dates?.get(place)));
  }
  if (fields.document !== undefined && valueIn(payload, fields.document) === undefined && namesDocument(text, fields)) {
    setAt(payload, fields.document, text.originalId);
  }
  if (fields.chunk_index !== undefined && valueIn(payload, fields.chunk_index) === undefined) setAt(payload, fields.chunk_index, 0);
  const isDocument = fields.text === DOCUMENT_PLACE;
  if (!isDocument) setAt(payload, fields.text, text.content);
  return { id: text.id, payload, vectors: new Map([[vector, text.vector]]), ...(isDocument ? { document: text.content } : {}) };
}

/** Whether the id may stand where the maker says of which document a point is. Where he names a source or a file there, which his programs show and cite, a digest says
 *  nothing: the point is then a document by itself, as it is without it. */
function namesDocument({ originalId }: TextForForeign, { document, source, path, title }: CardFields): boolean {
  return ![source, path, title].includes(document) || !(isUuid(originalId) || DIGEST.test(originalId));
}

/** Refuses a layout that only its maker can write. @throws `COLLECTION.LAYOUT_READ_ONLY` */
export function requireWritableLayout(name: string, fields: CardFields): void {
  const nested = Object.values(fields).find((place) => typeof place === 'string' && place.startsWith('_node_content.'));
  if (nested === undefined) return;
  throw permanent(
    'COLLECTION.LAYOUT_READ_ONLY',
    `${name} keeps its texts inside JSON of its maker (${nested}), which is only read. To write, move it into a collection of Tributary's own: tributary migrate ${name} <engine>`,
    { category: 'conflict' },
  );
}

type Payload = Record<string, unknown>;

function setAt(payload: Payload, place: string, value: unknown): void {
  const steps = place.split('.');
  const last = steps.pop() ?? place;
  let object = payload;
  for (const step of steps) {
    const inner = object[step];
    const next: Payload = isPayload(inner) ? inner : {};
    object[step] = next;
    object = next;
  }
  object[last] = value;
}

function valueIn(payload: Payload, place: string): unknown {
  let value: unknown = payload;
  for (const step of place.split('.')) value = isPayload(value) ? value[step] : undefined;
  return value;
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
