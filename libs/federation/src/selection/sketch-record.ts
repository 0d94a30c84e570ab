import { RecordTable, SKETCHES, type RecordStore } from '@tributary/engines-port';
import { TermCountTable, type CollectionSketch } from '@tributary/ranking';
import { z } from 'zod';

/** A sketch as it is kept in the primary engine, where every process finds it. */
export const SketchRecord = z.object({
  v: z.literal(1).default(1),
  made: z.string().describe('By which analysis and common model; another value means another sketch.'),
  made_at: z.number().int().describe('Milliseconds since the epoch.'),
  points: z.number().int().nonnegative().describe('Passages of the collection at that moment.'),
  sampled: z.number().int().nonnegative().describe('Passages that were looked at.'),
  topics: z.array(z.string()).describe('Directions of the topics: signed bytes, base64.'),
  terms: z.string().describe('Term ids (4 bytes, little endian) in order, then a count for each (1 byte); base64.'),
});
export type SketchRecord = z.infer<typeof SketchRecord>;

/** The sketches by collection. */
export function sketchRecords(records: RecordStore): RecordTable<typeof SketchRecord> {
  return new RecordTable(records, { kind: SKETCHES, schema: SketchRecord });
}

export function toRecord(sketch: CollectionSketch, { made, made_at }: Pick<SketchRecord, 'made' | 'made_at'>): SketchRecord {
  const { points, sampled, topics, terms } = sketch;
  return { v: 1, made, made_at, points, sampled, topics: topics.map(toBase64), terms: toBase64(terms.toBytes()) };
}

export function toSketch({ points, sampled, topics, terms }: SketchRecord): CollectionSketch {
  return {
    points,
    sampled,
    topics: topics.map((topic) => Int8Array.from(Buffer.from(topic, 'base64'))),
    terms: TermCountTable.fromBytes(Buffer.from(terms, 'base64')),
  };
}

function toBase64(bytes: Uint8Array | Int8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
