import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LineMark } from './line-mark.js';

const count = z.number().int().nonnegative();
const MemoryRecord = z.object({
  v: z.literal(1),
  offset: count,
  lines: count,
  sha256: z.string(),
  /** When each collection it went into was made: of another one by that name nothing is known. */
  collections: z.record(z.string(), z.string()),
});

/** Where an import goes on. */
export interface BrokenOff {
  readonly offset: number;
  readonly lines: number;
  readonly hash: Hash;
}

/** Why an import begins at the first line. */
export type FreshStart = 'none-broke-off' | 'file-changed' | 'collection-gone';

/** The date of creation of each collection there is. */
export type Collections = ReadonlyMap<string, string>;

/** How far the import of one file came, kept in the data folder until the file is through. */
export class ImportMemory {
  readonly #path: string;
  readonly #file: string;

  /** @param target names the server or data folder, and the collection: what is in one of them is not in another */
  constructor(folder: string, { file, target }: { readonly file: string; readonly target: string }) {
    const name = createHash('sha256').update(`${file}\n${target}`).digest('hex').slice(0, 32);
    this.#path = join(folder, 'imports', `${name}.json`);
    this.#file = file;
  }

  /** Where to go on; only where the file still begins with every byte that was read, and its documents can still be there. */
  async recall(present: Collections): Promise<BrokenOff | FreshStart> {
    const record = await this.#read();
    if (record === undefined) return 'none-broke-off';
    if (Object.entries(record.collections).some(([name, made]) => present.get(name) !== made)) return 'collection-gone';
    const hash = await hashOf(this.#file, record.offset);
    if (hash?.copy().digest('hex') !== record.sha256) return 'file-changed';
    return { offset: record.offset, lines: record.lines, hash };
  }

  /** Keeps that everything before the mark was answered. */
  async keep({ offset, lines, sha256 }: LineMark, collections: Collections): Promise<void> {
    const record = { v: 1, offset, lines, sha256: sha256(), collections: Object.fromEntries(collections) };
    await mkdir(join(this.#path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(`${this.#path}.new`, JSON.stringify(record), { mode: 0o600 });
    await rename(`${this.#path}.new`, this.#path);
  }

  async forget(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async #read(): Promise<z.infer<typeof MemoryRecord> | undefined> {
    const text = await readFile(this.#path, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return MemoryRecord.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}

/** Of the first bytes of a file; undefined where it is shorter. */
async function hashOf(file: string, bytes: number): Promise<Hash | undefined> {
  const hash = createHash('sha256');
  let read = 0;
  if (bytes === 0) return hash;
  for await (const chunk of createReadStream(file, { end: bytes - 1, highWaterMark: 1024 * 1024 })) {
    // A stream without an encoding gives buffers.
    const part = chunk as Buffer;
    hash.update(part);
    read += part.length;
  }
  return read === bytes ? hash : undefined;
}
