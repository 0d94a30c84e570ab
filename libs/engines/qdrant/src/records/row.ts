import type { Schemas } from '@qdrant/js-client-rest';
import type { RecordRevision } from '@tributary/engines-port';
import { z } from 'zod';

const Fields = z.object({
  collection: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  state: z.string().optional().catch(undefined),
});

const StoredRevision = z.object({ key: z.string(), revision: z.number() });

const StoredRow = StoredRevision.extend({
  kind: z.string(),
  /** Names this write; what the next one is conditional on. */
  nonce: z.string(),
  /** The nonces of the last writes, this one first. */
  trail: z.array(z.string()),
  /** JSON. */
  value: z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
});

/** A record as it is stored. */
export type Row = z.output<typeof StoredRow>;

/** The fields of a value that records are listed by. */
export function fieldsOf(value: object): z.output<typeof Fields> {
  return Fields.parse(value);
}

/** As text, so that the value comes back as it was, with the listed fields beside it. */
export function encodeRow({ kind, key, revision, nonce, trail, value }: Row): Record<string, unknown> {
  return { kind, key: key.toWellFormed(), revision, nonce, trail, value: JSON.stringify(value).toWellFormed(), ...fieldsOf(value) };
}

export function decodeRow({ payload }: Schemas['Record']): Row {
  return StoredRow.parse(payload);
}

/** A record of which key and revision alone were asked for. */
export function decodeRevision({ payload }: Schemas['Record']): RecordRevision {
  return StoredRevision.parse(payload);
}
