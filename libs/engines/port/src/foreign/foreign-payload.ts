import type { CardFields, PointPayload } from '@tributary/contracts';
import { encodeDocumentKey } from '@tributary/kernel';
import { chunkOriginalId, sha256Hex } from '@tributary/kernel/ids';
import { momentOf } from './date-writing.js';
import { accessFields, accessOf } from './foreign-access.js';
import type { ForeignPoint } from './foreign-collections.js';
import { asText, asTexts, valueAtPlace, type ForeignFields } from './foreign-values.js';
import { namesFile } from './names-file.js';
import { ownFields } from './own-fields.js';

/** The place that means the document of a Chroma record. */
export const DOCUMENT_PLACE = '$document';

/** The text of a foreign point; empty where it has none. */
export function foreignText({ payload, document }: Pick<ForeignPoint, 'payload' | 'document'>, { text }: Pick<CardFields, 'text'>): string {
  return text === DOCUMENT_PLACE ? (document ?? '') : (asText(valueAtPlace(payload, text)) ?? '');
}

/** A foreign point in Tributary's layout. Without a passage number a point is a document of its own: its key is its id.
 *  @param name the engine's name of the collection: first part of `original_id` */
export function foreignPayload(point: ForeignPoint, name: string, fields: CardFields): PointPayload {
  const { payload } = point;
  const at = (place: string | undefined) => (place === undefined ? undefined : asText(valueAtPlace(payload, place)));
  const content = foreignText(point, fields);
  const document = at(fields.document) ?? point.id;
  const number = fields.chunk_index === undefined ? undefined : wholeAt(payload, fields.chunk_index);
  const chunk_index = number ?? 0;
  const [source, path] = [at(fields.source), at(fields.path)];
  const created_at = momentAt(payload, fields.created_at);
  const modified_at = momentAt(payload, fields.modified_at);
  const key = encodeDocumentKey(number === undefined ? point.id : document);
  const taken: PointPayload = {
    original_id: chunkOriginalId({ collection: name, key, chunk: chunk_index }),
    doc_id: document,
    doc_version: 0,
    title: at(fields.title) ?? lastPart(path ?? (source !== undefined && isName(source, fields) ? source : '')),
    source: source ?? path ?? '',
    type: 'doc',
    chunk_type: 'block',
    chunk_index,
    total_chunks: chunk_index + 1,
    content,
    hash: sha256Hex(content),
    indexed_at: modified_at ?? created_at ?? '',
    ...present({
      path,
      range: rangeOf(payload, fields, content),
      ...accessFields(accessOf(payload, fields)),
      tags: fields.tags === undefined ? undefined : asTexts(valueAtPlace(payload, fields.tags))?.slice(),
      created_at,
      modified_at,
    }),
  };
  return { ...taken, ...present({ metadata: ownFields(payload, { fields, taken }) }) };
}

/** Whether a source says what a point is of: it names a file, or it is what tells documents apart. */
function isName(source: string, fields: CardFields): boolean {
  return fields.source === fields.document || namesFile(source);
}

function wholeAt(payload: ForeignFields, place: string): number | undefined {
  const value = Number(valueAtPlace(payload, place) ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function momentAt(payload: ForeignFields, place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  const value = valueAtPlace(payload, place);
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const moment = momentOf(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function rangeOf(payload: ForeignFields, { start_line, end_line }: CardFields, content: string): PointPayload['range'] {
  const [start, end] = [start_line, end_line].map((place) => (place === undefined ? undefined : wholeAt(payload, place)));
  if (start === undefined || end === undefined || start < 1 || end < start) return undefined;
  const lastLine = content.slice(content.lastIndexOf('\n') + 1);
  return { start: [start, 1], end: [end, Math.max(1, lastLine.length)] };
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

function present(fields: Partial<PointPayload>): Partial<PointPayload> {
  const found: Partial<PointPayload> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) Object.assign(found, { [name]: value });
  return found;
}
