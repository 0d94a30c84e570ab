import { IngestDocument, type PointInput } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { sha256Hex } from '@tributary/kernel/ids';
import { z } from 'zod';

/** Fields of a payload that have a place of their own in a document; all others are the caller's. */
const PLACES = ['title', 'path', 'type', 'lang', 'repo', 'module', 'tags', 'created_at', 'modified_at'] as const;
/** Who owns a document and who may read it: a value that is none must not be passed over. */
const ACCESS = ['user_id', 'acl'] as const;

type Given = Pick<IngestDocument, (typeof PLACES)[number] | (typeof ACCESS)[number]>;
type Payload = NonNullable<PointInput['payload']>;

/** What a point is as a document, but for its id. */
export interface PointDocument extends Given {
  readonly content: string;
  readonly metadata?: Payload;
  readonly vector?: number[];
}

const Metadata = z.record(z.string(), z.json());
const Fields = IngestDocument.pick({
  title: true,
  path: true,
  type: true,
  lang: true,
  repo: true,
  module: true,
  tags: true,
  created_at: true,
  modified_at: true,
  user_id: true,
  acl: true,
});

/** Known fields of the payload at their places, the rest and its `metadata` as the caller's own; without a text, `content` of the payload is it.
 *  @throws `POINT.NO_CONTENT`, `ENGINE.VECTOR_INVALID`, `POINT.INVALID` */
export function pointDocument({ text, vector, payload = {} }: PointInput, name: string): PointDocument {
  const { metadata: nested, content: carried, ...rest } = payload;
  const content = text ?? (typeof carried === 'string' ? carried : undefined);
  if (content === undefined && vector === undefined) {
    throw permanent('POINT.NO_CONTENT', `The point ${name} has neither text nor vector: give one, or a payload with its text in content.`);
  }
  if (vector?.every(Number.isFinite) === false) {
    throw permanent('ENGINE.VECTOR_INVALID', `The vector of the point ${name} holds a number that is not finite: embed the text again.`);
  }
  const { fields, others } = placed(rest, name);
  const own = Metadata.safeParse(nested);
  const unused = text !== undefined && carried !== undefined ? { content: carried } : {};
  const metadata = { ...others, ...unused, ...(own.success ? own.data : nested === undefined ? {} : { metadata: nested }) };
  return {
    ...fields,
    content: content ?? '',
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(vector === undefined ? {} : { vector }),
  };
}

/** The id of a point nobody gave one: that of its text, or of its vector. */
export function idOfPoint({ content, vector = [] }: PointDocument, user: string | undefined): string {
  const what = content === '' ? vector.join(' ') : content;
  return sha256Hex(user === undefined ? what : `${user}\n${what}`);
}

function placed(payload: Payload, name: string): { readonly fields: Given; readonly others: Payload } {
  const fields: Record<string, unknown> = {};
  const others: Payload = {};
  for (const [field, value] of Object.entries(payload)) {
    if (isPlace(field) && Fields.shape[field].safeParse(value).success) fields[field] = value;
    else if (isAccess(field)) fields[field] = requireAccess(field, value, name);
    else others[field] = value;
  }
  return { fields: Fields.parse(fields), others };
}

function isPlace(field: string): field is (typeof PLACES)[number] {
  return PLACES.some((place) => place === field);
}

function isAccess(field: string): field is (typeof ACCESS)[number] {
  return ACCESS.some((place) => place === field);
}

function requireAccess(field: (typeof ACCESS)[number], value: unknown, name: string): unknown {
  if (Fields.shape[field].safeParse(value).success) return value;
  const expected = field === 'acl' ? 'a list of texts such as user:ada' : 'a text';
  throw permanent('POINT.INVALID', `The field ${field} of the point ${name} says who may see it and must be ${expected}.`);
}
