import type { Schemas } from '@qdrant/js-client-rest';
import type { DocumentFence } from '@tributary/engines-port';
import { md5Uuid } from '@tributary/kernel/ids';
import { z } from 'zod';
import { OWN } from './layout.js';

/** What is known of a document as a whole: a point without vectors beside its chunks. Whoever changes a document first puts its own nonce here,
 *  on condition of the nonce it has read; so all changes of a document stand in one order, numbered by `seq`, and a chunk belongs to the
 *  document as it stands when it carries the anchor's `seq`. */
export const Anchor = z.object({
  kind: z.literal('document'),
  /** The document's id. */
  doc: z.string(),
  key: z.string(),
  version: z.number(),
  hash: z.string(),
  deleted: z.boolean(),
  seq: z.number(),
  nonce: z.string(),
  /** `writing` from before the first chunk is changed until after the last. */
  state: z.enum(['writing', 'done']),
  chunks: z.number(),
  /** When the change began, ms since the epoch. */
  at: z.number(),
});
export type Anchor = z.infer<typeof Anchor>;

const Payload = z.looseObject({ [OWN]: Anchor });

/** Where the anchor of a document is. */
export function anchorId(docId: string): string {
  return md5Uuid(`document:${docId.toWellFormed()}`);
}

export function encodeAnchor(anchor: Anchor): Schemas['PointStruct'] {
  return { id: anchorId(anchor.doc), vector: {}, payload: { [OWN]: anchor } };
}

export function decodeAnchor({ payload }: Schemas['Record']): Anchor {
  return Payload.parse(payload)[OWN];
}

/** The fence an anchor stands for. A change that was never finished counts as its version with the least hash, so that it can be made again. */
export function fenceOf({ version, hash, deleted, state }: Anchor): DocumentFence {
  return state === 'writing' ? { version, hash: '', deleted } : { version, hash, deleted };
}
