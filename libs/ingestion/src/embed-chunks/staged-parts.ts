import { ChunkToEmbed, type DocumentHeader } from '@tributary/contracts';
import type { RecordStore } from '@tributary/engines-port';
import { z } from 'zod';

const KIND = 'staged';
/** Says that a part is there, so that nobody reads megabytes to find out. */
const MARK = 'staged-mark';

const StagedPart = z.object({
  v: z.literal(1).default(1),
  collection: z.string(),
  key: z.string(),
  version: z.number(),
  hash: z.string(),
  chunks: z.array(ChunkToEmbed),
  /** By model: all vectors of the part one after another, base64 of little-endian f32; a text the model refused has none. */
  vectors: z.record(z.string(), z.object({ dimension: z.number().int(), missing: z.array(z.number().int()), base64: z.string() })),
});

/** An embedded part of a document that has more than one. */
export interface EmbeddedPart {
  readonly chunks: readonly ChunkToEmbed[];
  readonly vectors: ReadonlyMap<string, readonly (Float32Array | undefined)[]>;
}

/** Keeps the embedded parts of a big document until all are there and it can be written as a whole. */
export class StagedParts {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async put(document: DocumentHeader, index: number, { chunks, vectors }: EmbeddedPart): Promise<void> {
    const { collection, key, version, hash } = document;
    const packed = Object.fromEntries([...vectors].map(([model, list]) => [model, pack(list)]));
    const value = { v: 1, collection, key, version, hash, chunks, vectors: packed };
    const record = partKey(document, index);
    await this.#records.put([
      { kind: KIND, key: record, value },
      { kind: MARK, key: record, value: {} },
    ]);
  }

  async has(document: DocumentHeader, index: number): Promise<boolean> {
    const [mark] = await this.#records.get(MARK, [partKey(document, index)]);
    return mark !== undefined;
  }

  /** All parts in order; undefined while one is not there. */
  async all(document: DocumentHeader, count: number): Promise<readonly EmbeddedPart[] | undefined> {
    const keys = partKeys(document, count);
    const marks = await this.#records.get(MARK, keys);
    if (marks.includes(undefined)) return undefined;
    const records = await this.#records.get(KIND, keys);
    const parts = records.flatMap((record) => (record === undefined ? [] : [partOf(record.value)]));
    return parts.length === count ? parts : undefined;
  }

  async drop(document: DocumentHeader, count: number): Promise<void> {
    await this.#dropKeys(partKeys(document, count));
  }

  /** Drops the parts of documents for which `isWanted` says no. @returns how many */
  async dropUnwanted(isWanted: (part: { collection: string; key: string; version: number }) => Promise<boolean>): Promise<number> {
    let dropped = 0;
    let after: string | undefined;
    for (;;) {
      const page = await this.#records.list({ kind: KIND, limit: 20, ...(after === undefined ? {} : { after }) });
      for (const { key, value } of page) {
        if (await isWanted(StagedPart.parse(value))) continue;
        await this.#dropKeys([key]);
        dropped++;
      }
      after = page.at(-1)?.key;
      if (after === undefined) return dropped;
    }
  }

  async #dropKeys(keys: readonly string[]): Promise<void> {
    await this.#records.delete(MARK, keys);
    await this.#records.delete(KIND, keys);
  }
}

function partOf(value: unknown): EmbeddedPart {
  const { chunks, vectors } = StagedPart.parse(value);
  return { chunks, vectors: new Map(Object.entries(vectors).map(([model, packed]) => [model, unpack(packed)])) };
}

function partKeys(document: DocumentHeader, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => partKey(document, index));
}

/** The same text may be cut anew at the same version: by other rules, or with its secrets masked. */
function partKey({ doc_id, version, hash, cut }: DocumentHeader, index: number): string {
  return [doc_id, version, hash, ...(cut === undefined ? [] : [cut]), index.toString().padStart(5, '0')].join(':');
}

function pack(vectors: readonly (Float32Array | undefined)[]): { dimension: number; missing: number[]; base64: string } {
  const present = vectors.filter((vector) => vector !== undefined);
  const dimension = present[0]?.length ?? 0;
  const all = new Float32Array(present.length * dimension);
  present.forEach((vector, i) => {
    all.set(vector, i * dimension);
  });
  const missing = [...vectors.keys()].filter((i) => vectors[i] === undefined);
  return { dimension, missing, base64: Buffer.from(all.buffer).toString('base64') };
}

function unpack({ dimension, missing, base64 }: ReturnType<typeof pack>): readonly (Float32Array | undefined)[] {
  const bytes = Buffer.from(base64, 'base64');
  const all = new Float32Array(new Uint8Array(bytes).buffer);
  const count = dimension === 0 ? missing.length : all.length / dimension + missing.length;
  const gaps = new Set(missing);
  let next = 0;
  return Array.from({ length: count }, (_, i) => (gaps.has(i) ? undefined : all.slice(dimension * next, dimension * ++next)));
}
