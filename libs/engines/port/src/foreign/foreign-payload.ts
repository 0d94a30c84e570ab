import type { CardFields, PointPayload } from '@tributary/contracts';
import { encodeDocumentKey } from '@tributary/kernel';
import { chunkOriginalId, sha256Hex } from '@tributary/kernel/ids';
import { z } from 'zod';
import { isObject } from '../filter/path.js';
import { namesFile } from './names-file.js';
import type { ForeignPoint } from './foreign-collections.js';

/** The place that means the document of a Chroma record. */
export const DOCUMENT_PLACE = '$document';

type Payload = ForeignPoint['payload'];

/** What stands at a place of a foreign payload: dots lead into objects, and into JSON that its maker stored as text (LlamaIndex's `_node_content`). */
export function valueAtPlace(payload: Payload, place: string): unknown {
  if (place === '') return payload;
  let value: unknown = payload;
  const steps = place.split('.');
  for (let at = 0; at < steps.length; at++) {
    const object = asObject(value);
    if (object === undefined) return undefined;
    // Some makers write dots into the names of their fields.
    const rest = steps.slice(at).join('.');
    if (Object.hasOwn(object, rest)) return object[rest];
    value = object[steps[at] ?? ''];
  }
  return value;
}

/** The text of a foreign point; empty where it has none. */
export function foreignText({ payload, document }: Pick<ForeignPoint, 'payload' | 'document'>, { text }: Pick<CardFields, 'text'>): string {
  return text === DOCUMENT_PLACE ? (document ?? '') : (textAt(payload, text) ?? '');
}

/** A foreign point in Tributary's layout. Without a passage number a point is a document of its own: its key is its id.
 *  @param name the engine's name of the collection: first part of `original_id` */
export function foreignPayload(point: ForeignPoint, name: string, fields: CardFields): PointPayload {
  const { payload } = point;
  const at = (place: string | undefined) => (place === undefined ? undefined : textAt(payload, place));
  const content = foreignText(point, fields);
  const document = at(fields.document) ?? point.id;
  const number = fields.chunk_index === undefined ? undefined : wholeAt(payload, fields.chunk_index);
  const chunk_index = number ?? 0;
  const [source, path] = [at(fields.source), at(fields.path)];
  const created_at = momentAt(payload, fields.created_at);
  const modified_at = momentAt(payload, fields.modified_at);
  const key = encodeDocumentKey(number === undefined ? point.id : document);
  return {
    original_id: chunkOriginalId({ collection: name, key, chunk: chunk_index }),
    doc_id: document,
    doc_version: 0,
    title: at(fields.title) ?? lastPart(path ?? (source !== undefined && namesFile(source) ? source : '')),
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
      user_id: at(fields.user_id),
      acl: listAt(payload, fields.acl),
      tags: listAt(payload, fields.tags),
      created_at,
      modified_at,
      metadata: metadataOf(payload, fields),
    }),
  };
}

/** Where a field of Tributary's layout stands in a foreign payload; undefined when nothing of the kind is kept there. Other keys mean the maker's own fields. */
export function foreignField(key: string, fields: CardFields): string | undefined {
  if (key === 'content') return fields.text;
  if (key === 'doc_id') return fields.document;
  const known = MAPPED.find((field) => key === field || key.startsWith(`${field}[`));
  if (known !== undefined) {
    const place = fields[known];
    return place === undefined ? undefined : place + key.slice(known.length);
  }
  return key.startsWith('metadata.') ? own(key, fields) : key;
}

const MAPPED = ['title', 'source', 'path', 'chunk_index', 'user_id', 'acl', 'tags', 'created_at', 'modified_at'] as const;

function own(key: string, { metadata }: CardFields): string {
  const name = key.slice('metadata.'.length);
  return metadata === '' ? name : `${metadata}.${name}`;
}

function asObject(value: unknown): Payload | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function textAt(payload: Payload, place: string): string | undefined {
  const value = valueAtPlace(payload, place);
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value.toString() : undefined;
}

function wholeAt(payload: Payload, place: string): number | undefined {
  const value = Number(valueAtPlace(payload, place) ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A list, or a text that holds one: JSON, or words between commas. */
function listAt(payload: Payload, place: string | undefined): string[] | undefined {
  if (place === undefined) return undefined;
  const value = valueAtPlace(payload, place);
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  if (typeof value !== 'string' || value === '') return undefined;
  return value
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((item) => item.trim().replace(/^"|"$/g, ''))
    .filter((item) => item !== '');
}

/** Numbers count seconds, or milliseconds where seconds would lie in the far future. */
function momentAt(payload: Payload, place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  const value = valueAtPlace(payload, place);
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const moment = new Date(value > 1e11 ? value : value * 1000);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function rangeOf(payload: Payload, { start_line, end_line }: CardFields, content: string): PointPayload['range'] {
  const [start, end] = [start_line, end_line].map((place) => (place === undefined ? undefined : wholeAt(payload, place)));
  if (start === undefined || end === undefined || start < 1 || end < start) return undefined;
  const lastLine = content.slice(content.lastIndexOf('\n') + 1);
  return { start: [start, 1], end: [end, Math.max(1, lastLine.length)] };
}

const Metadata = z.record(z.string(), z.json());

/** The maker's own fields without the text, which would stand there twice. */
function metadataOf(payload: Payload, { metadata, text }: CardFields): PointPayload['metadata'] {
  const value = asObject(valueAtPlace(payload, metadata));
  if (value === undefined) return undefined;
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => metadata !== '' || name !== text.split('.')[0]));
  const parsed = Metadata.safeParse(rest);
  return parsed.success && Object.keys(rest).length > 0 ? parsed.data : undefined;
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

function present(fields: Partial<PointPayload>): Partial<PointPayload> {
  const found: Partial<PointPayload> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) Object.assign(found, { [name]: value });
  return found;
}
