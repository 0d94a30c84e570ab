import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { Refused } from '../formats/refused.js';
import { requireAffordable } from './require-affordable.js';

/** A ZIP file whose directory was read and found affordable. */
export interface Archive {
  readonly names: ReadonlySet<string>;
  /** Undefined where there is no such part. */
  read(name: string): Promise<Buffer | undefined>;
  /** As UTF-8. */
  text(name: string): Promise<string | undefined>;
}

/** Reads the directory of a ZIP file; its parts are unpacked when they are asked for, none to more than the directory says.
 *  @throws Refused (`damaged`, `encrypted`, `too-large`) */
export async function openArchive(bytes: Uint8Array, budgets: DocumentBudgets): Promise<Archive> {
  const file = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let count = 0;
  for await (const entry of file.eachEntry()) {
    unpacked += entry.uncompressedSize;
    requireAffordable(entry, { unpacked, count: ++count }, budgets);
    if (entry.isEncrypted()) throw new Refused('encrypted', 'It is encrypted: save it without a password.');
    entries.set(entry.fileName, entry);
  }
  const read = (name: string) => readEntry(file, entries.get(name));
  return { names: new Set(entries.keys()), read, text: async (name) => (await read(name))?.toString('utf8').replace(/^\ufeff/, '') };
}

/** Unpacks every part once, so that a library that trusts the directory may have the file. @throws what a part that lies about its size makes */
export async function verifyArchive(archive: Archive): Promise<void> {
  for (const name of archive.names) await archive.read(name);
}

async function readEntry(file: ZipFile, entry: Entry | undefined): Promise<Buffer | undefined> {
  return entry === undefined || entry.fileName.endsWith('/') ? undefined : buffer(await file.openReadStreamPromise(entry));
}
