import { z } from 'zod';
import { headId, stampOf, type Head } from './head.js';

/** What a record of Chroma holds beside its id. */
export type FlatMetadata = Record<string, string | number | boolean>;

const HeadMetadata = z.object({
  doc_id: z.string(),
  key: z.string(),
  version: z.number(),
  hash: z.string(),
  deleted: z.boolean(),
  points: z.number(),
  at: z.number(),
});

export function headMetadata({ docId, key, version, hash, deleted, points, at }: Head): FlatMetadata {
  return { doc_id: docId, key, version, hash, deleted, points, at };
}

/** Undefined for a record that is no commit. */
export function headOfMetadata(metadata: unknown): Head | undefined {
  const parsed = HeadMetadata.safeParse(metadata);
  if (!parsed.success) return undefined;
  const { doc_id: docId, ...rest } = parsed.data;
  return { docId, ...rest, stamp: stampOf(rest) };
}

/** Chroma stores no record without a vector: a place on the unit circle, by the id, so that its graph does not degenerate. */
export function headEmbedding(head: Head): number[] {
  let turn = 0;
  for (const letter of headId(head)) turn = (turn * 31 + (letter.codePointAt(0) ?? 0)) % 104_729;
  const angle = (turn / 104_729) * 2 * Math.PI;
  return [Math.cos(angle), Math.sin(angle)];
}
