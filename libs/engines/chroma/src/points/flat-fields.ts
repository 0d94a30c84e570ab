import type { PointPayload } from '@tributary/contracts';
import { parseMoment } from '@tributary/engines-port';
import type { FlatMetadata } from '../heads/head-records.js';

// Each copy costs Chroma a row with several index entries, so only what filters ask for often is copied; the rest is looked at in the payload.
/** Fields that hold one text where they are present. */
export const TEXT_FIELDS = ['doc_id', 'source', 'path', 'repo', 'lang', 'type', 'user_id'] as const;
export const NUMBER_FIELDS = ['chunk_index'] as const;
export const LIST_FIELDS = ['acl', 'tags'] as const;
export const DATE_FIELDS = ['created_at', 'modified_at'] as const;
/** Fields that may be absent, which is asked for by `is_empty`. */
export const OPTIONAL_FIELDS = ['user_id', 'acl', 'tags'] as const;
/** Text fields that are always there. */
export const PRESENT_FIELDS = ['doc_id', 'source', 'type'] as const;

const LONGEST_TEXT = 512;
const MOST_METADATA = 200;

/** True for a text that Chroma takes as it is. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
/** A text without what Chroma does not take. */
export function plain(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
/** The key that says a list holds an element: a name for each element, since lists are unknown to older servers. */
export function elementKey(field: string, element: string): string {
  return `${field}:${plain(element)}`;
}
/** A date as milliseconds since the epoch: Chroma compares numbers only. */
export function momentKey(field: string): string {
  return `${field}:ms`;
}
/** True where an optional field holds something. */
export function presenceKey(field: string): string {
  return `_has:${field}`;
}
/** True where a field of `metadata` holds more than a flat copy can say: a list, an object, a long text. */
export function openKey(path: string): string {
  return `_open:${path}`;
}
/** True where not all fields of `metadata` were copied. */
export const OPEN_METADATA = '_open';

/** Copies of the fields that filters ask for, under the names of the payload: what `where` of Chroma can look at. */
export function flatFields(payload: PointPayload): FlatMetadata {
  const flat: FlatMetadata = {};
  for (const field of TEXT_FIELDS) {
    const text = payload[field];
    if (text !== undefined) flat[field] = plain(text);
  }
  for (const field of NUMBER_FIELDS) flat[field] = payload[field];
  for (const field of LIST_FIELDS) for (const element of payload[field] ?? []) flat[elementKey(field, element)] = true;
  for (const field of DATE_FIELDS) {
    const moment = parseMoment(payload[field] ?? '');
    if (moment !== undefined) flat[momentKey(field)] = moment;
  }
  for (const field of OPTIONAL_FIELDS)
    if ((payload[field]?.length ?? 0) > 0 || typeof payload[field] === 'string') flat[presenceKey(field)] = true;
  return { ...flat, ...flatMetadata(payload.metadata ?? {}) };
}

/** True for a value that a flat copy stands for exactly. */
export function isFlat(value: unknown): value is string | number | boolean {
  if (typeof value === 'string') return value.length <= LONGEST_TEXT && isPlain(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
  return typeof value === 'boolean';
}

/** One level: deeper fields are looked for in the payload itself. */
function flatMetadata(metadata: NonNullable<PointPayload['metadata']>): FlatMetadata {
  const flat: FlatMetadata = {};
  const fields = Object.entries(metadata);
  for (const [name, value] of fields.slice(0, MOST_METADATA)) {
    const path = `metadata.${plain(name)}`;
    if (isFlat(value)) flat[path] = value;
    else flat[openKey(path)] = true;
  }
  if (fields.length > MOST_METADATA) flat[OPEN_METADATA] = true;
  return flat;
}
