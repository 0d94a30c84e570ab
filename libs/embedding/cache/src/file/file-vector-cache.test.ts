import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeVectorCache } from '@tributary/embedding-port/conformance';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileVectorCache } from './file-vector-cache.js';

const MODEL = { name: 'minilm', revision: 'aaaaaaaaaaaa' };
const HOUR_MS = 3_600_000;
const entry = (n: number) => ({ hash: n.toString(16).padStart(64, '0'), vector: Float32Array.of(n, 1) });

describeVectorCache('A file', async () => {
  const folder = await temporaryFolder();
  return {
    open: (maxVectors) => new FileVectorCache({ file: join(folder.path, 'vectors.db'), maxVectors }),
    dispose: () => folder.remove(),
  };
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, 'vectors.db');
});
afterEach(() => folder.remove());

it('drops what was not used for the longest time', async () => {
  let now = HOUR_MS;
  const cache = new FileVectorCache({ file, maxVectors: 20, clock: { now: () => now } });
  for (let n = 0; n < 20; n++) {
    now += HOUR_MS;
    await cache.put(MODEL, [entry(n)]);
  }
  now += 2 * HOUR_MS;
  await cache.get(MODEL, [entry(0).hash]);
  await cache.put(MODEL, [entry(20)]);
  const kept = await cache.get(
    MODEL,
    [0, 1, 2, 3, 20].map((n) => entry(n).hash),
  );
  expect(kept.map((vector) => vector?.[0])).toEqual([0, undefined, undefined, 3, 20]);
  await cache.close();
});

it('makes a file anew that is no database, or of another format', async () => {
  await writeFile(file, 'This is no database, but a long enough text to be taken for one. '.repeat(100));
  const first = new FileVectorCache({ file, maxVectors: 10 });
  await first.put(MODEL, [entry(1)]);
  await first.close();
  const later = new DatabaseSync(file);
  later.exec('PRAGMA user_version = 99');
  later.close();
  const second = new FileVectorCache({ file, maxVectors: 10 });
  expect(await second.get(MODEL, [entry(1).hash])).toEqual([undefined]);
  await second.put(MODEL, [entry(1)]);
  expect(await second.get(MODEL, [entry(1).hash])).toEqual([entry(1).vector]);
  await second.close();
});

it('refuses rather than waits while another process holds the file, and leaves the file as it is', async () => {
  const cache = new FileVectorCache({ file, maxVectors: 10 });
  await cache.put(MODEL, [entry(1)]);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(cache.put(MODEL, [entry(2)])).rejects.toThrow(/locked/);
  expect(await cache.get(MODEL, [entry(1).hash])).toEqual([entry(1).vector]);
  other.exec('ROLLBACK');
  other.close();
  await cache.put(MODEL, [entry(2)]);
  expect(await cache.get(MODEL, [entry(2).hash])).toEqual([entry(2).vector]);
  await cache.close();
});

it('leaves a file as it is that cannot be opened for now', async () => {
  const first = new FileVectorCache({ file, maxVectors: 10 });
  await first.put(MODEL, [entry(1)]);
  await first.close();
  const { size } = statSync(file);
  // The file that processes share beside it cannot be made, as on a full disk.
  await mkdir(`${file}-shm`);
  const second = new FileVectorCache({ file, maxVectors: 10 });
  await expect(second.get(MODEL, [entry(1).hash])).rejects.toThrow(/unable to open|readonly database/);
  await expect(second.put(MODEL, [entry(2)])).rejects.toThrow(/unable to open|readonly database/);
  expect(statSync(file).size).toBe(size);
  await rmdir(`${file}-shm`);
  expect(await second.get(MODEL, [entry(1).hash])).toEqual([entry(1).vector]);
  await second.close();
});

it('gives a vector whose use it cannot note, since another process writes', async () => {
  let now = HOUR_MS;
  const cache = new FileVectorCache({ file, maxVectors: 10, clock: { now: () => now } });
  await cache.put(MODEL, [entry(1)]);
  now += 2 * HOUR_MS;
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  expect(await cache.get(MODEL, [entry(1).hash])).toEqual([entry(1).vector]);
  other.exec('ROLLBACK');
  other.close();
  await cache.close();
});

it('makes a file anew that shows its damage only later', async () => {
  const cache = new FileVectorCache({ file, maxVectors: 5000 });
  const many = Array.from({ length: 2000 }, (_, n) => entry(n));
  await cache.put(MODEL, many);
  await cache.close();
  damagePages(file);
  const hashes = many.map(({ hash }) => hash);
  expect((await cache.get(MODEL, hashes)).filter((vector) => vector !== undefined)).toEqual([]);
  await cache.put(MODEL, [entry(1)]);
  expect(await cache.get(MODEL, [entry(1).hash])).toEqual([entry(1).vector]);
  await cache.close();
});

it('does not remove what another process has made anew', async () => {
  const [first, second] = [0, 1].map(() => new FileVectorCache({ file, maxVectors: 5000 }));
  if (first === undefined || second === undefined) throw new Error('There are two.');
  const many = Array.from({ length: 2000 }, (_, n) => entry(n));
  await first.put(MODEL, many);
  await first.close();
  damagePages(file);
  const hashes = many.map(({ hash }) => hash);
  // Opened while the first page alone is read.
  await second.get(MODEL, []);
  await first.get(MODEL, hashes);
  await first.put(MODEL, [entry(1)]);
  expect((await second.get(MODEL, hashes))[1]).toEqual(entry(1).vector);
  await first.close();
  await second.close();
});

/** All pages but the first become what a bad sector gives. */
function damagePages(path: string): void {
  const page = 4096;
  const handle = openSync(path, 'r+');
  for (let at = page; at < statSync(path).size; at += page) writeSync(handle, Buffer.alloc(page, 0xff), 0, page, at);
  closeSync(handle);
}
