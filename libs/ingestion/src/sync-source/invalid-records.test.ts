import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { FolderReader } from '@tributary/sources-folder';
import { noteReaders } from '@tributary/sources-notes';
import type { ScannedEntry, SourceReader } from '@tributary/sources-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

/** Brings these entries, whatever stands in the file. */
class OddReader implements SourceReader {
  readonly kind = 'jsonl';
  #entries: readonly ScannedEntry[];

  constructor(entries: readonly ScannedEntry[]) {
    this.#entries = entries;
  }

  bring(entries: readonly ScannedEntry[]): void {
    this.#entries = entries;
  }

  inspect(location: string) {
    return Promise.resolve({ usable: true as const, location, name: 'notes' });
  }

  async *scan() {
    yield* await Promise.resolve(this.#entries);
  }

  read() {
    return Promise.resolve({ read: false as const, reason: 'missing' });
  }
}

async function add(reader: SourceReader) {
  const parts = { ...bed.collaborators, readers: { ...bed.collaborators.readers, jsonl: reader } };
  await bed.start(parts);
  const { sourceId } = await new AddSource(parts).run({ location: join(bed.folder, 'notes.jsonl'), kind: 'jsonl', collection: 'all' });
  await bed.idle();
  return new SummariseSource(parts).run(sourceId);
}

function noteOf(path: string, title: string): ScannedEntry {
  const text = `The note ${path}.`;
  const looks = { size: text.length, mtimeMs: 0, type: 'note' as const, validator: title };
  return { found: true, path, ...looks, content: { read: true, ...looks, text, title, notes: [] } };
}

it('leaves out what can be no document, and brings the others of its source', async () => {
  await bed.write('notes.jsonl', 'anything');
  const summary = await add(new OddReader([noteOf('a', 'A'), noteOf('b', 'B'.repeat(3000)), noteOf('', 'C'), noteOf('d', 'D')]));
  const skipped = { 'invalid: title': 1, 'invalid: id': 1 };
  expect(summary).toMatchObject({ state: 'idle', documents: 2, last_sync: { added: 2, skipped, examples: { 'invalid: title': ['b'] } } });
  expect(await bed.texts('all')).toEqual(['The note a.', 'The note d.']);
});

it('lets go what becomes no document, and brings it back once it is one again', async () => {
  await bed.write('notes.jsonl', 'anything');
  const reader = new OddReader([noteOf('a', 'A'), noteOf('b', 'B')]);
  const id = (await add(reader))?.id ?? '';
  const sync = async (...entries: readonly ScannedEntry[]) => {
    reader.bring(entries);
    await bed.queues.add(syncLocalQueue, { source_id: id });
    await bed.idle();
    return new SummariseSource(bed.collaborators).run(id);
  };
  const long = noteOf('b', 'B'.repeat(3000));
  expect(await sync(noteOf('a', 'A'), long)).toMatchObject({ documents: 1, last_sync: { changed: 0, skipped: { 'invalid: title': 1 } } });
  expect(await bed.texts('all')).toEqual(['The note a.']);
  expect(await sync(noteOf('a', 'A'), long)).toMatchObject({ documents: 1, last_sync: { skipped: { 'invalid: title': 1 } } });
  await sync(noteOf('a', 'A'), noteOf('b', 'B'));
  expect(await bed.texts('all')).toEqual(['The note a.', 'The note b.']);
  await bed.catalog.documents.change('all/b', (row) => (row === undefined ? { keep: true } : { set: { ...row, state: 'failed' } }));
  await sync(noteOf('a', 'A'), long);
  expect(await bed.texts('all')).toEqual(['The note a.']);
});

it('brings the lines of a file of which one has a blank id', async () => {
  await bed.write('notes.jsonl', '{"id":"a","text":"The note a."}\n{"id":"","text":"The note without an id."}\n');
  const summary = await add(noteReaders(new FolderReader()).jsonl);
  expect(summary).toMatchObject({ state: 'idle', documents: 2, last_sync: { added: 2, skipped: {} } });
});
