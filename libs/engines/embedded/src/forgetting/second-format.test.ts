import { sampleCard, sampleDocument, type SampleDocument } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { numberIn } from '../store/columns.js';
import { formatOf } from '../store/file-format.js';
import { Store } from '../store/store.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: EmbeddedEngine;
let store: Store;
beforeEach(async () => {
  folder = await temporaryFolder();
  engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection('c__g1', sampleCard(8));
  store = Store.open({ folder: folder.path });
});
afterEach(async () => {
  store.close();
  await engine.close();
  await folder.remove();
});

const write = (sample: Pick<SampleDocument, 'key' | 'version' | 'chunks'>) =>
  engine.writeDocument(sampleDocument({ collection: 'c__g1', ...sample }));
/** As a program sees the file that reads formats up to this one. */
const format = (newest: number) => formatOf(store.reader, store.file, newest);
const columns = () =>
  store.reader
    .sql("SELECT count(*) AS n FROM pragma_table_info('collections') WHERE name = 'forgotten_words'")
    .all()
    .map((row) => numberIn(row, 'n'));

it('is that of a file of which words were forgotten, and a program of the first refuses it; every other file stays in the first', async () => {
  await write({ key: 'a', version: 1, chunks: ['kestrel tower'] });
  expect(format(1)).toBe(1);
  await write({ key: 'a', version: 2, chunks: ['tower kestrel'] });
  expect(await engine.forgetWords('c__g1')).toBe(0);
  // Counted, with nothing to forget.
  expect(columns()).toEqual([1]);
  expect(format(1)).toBe(1);
  await write({ key: 'a', version: 3, chunks: ['tower'] });
  expect(await engine.forgetWords('c__g1')).toBe(1);
  expect(format(2)).toBe(2);
  expect(() => format(1)).toThrow(
    /written by a newer Tributary \(format 2, this one reads up to 1\): upgrade Tributary or choose another data folder/,
  );
});

it('opens again, and both formats go on', async () => {
  await write({ key: 'a', version: 1, chunks: ['kestrel'] });
  const suggested = async () => {
    const again = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    const [suggestions] = await again.suggestWords('c__g1', ['kestral']);
    await again.close();
    return suggestions;
  };
  expect(columns()).toEqual([0]);
  expect(await suggested()).toEqual([{ word: 'kestrel', documentFrequency: 1 }]);
  await write({ key: 'b', version: 1, chunks: ['other'] });
  await write({ key: 'b', version: 2, chunks: ['kestrels'] });
  expect(await engine.forgetWords('c__g1')).toBe(1);
  expect(await suggested()).toEqual([{ word: 'kestrel', documentFrequency: 1 }]);
});

it('comes with the first word that goes, or not at all', async () => {
  await write({ key: 'a', version: 1, chunks: ['kestrel'] });
  await write({ key: 'a', version: 2, chunks: ['tower'] });
  store.writer.db.exec("CREATE TRIGGER refuse BEFORE UPDATE ON collections BEGIN SELECT RAISE(ABORT, 'refused'); END");
  await expect(engine.forgetWords('c__g1')).rejects.toThrow();
  expect(format(1)).toBe(1);
  expect(columns()).toEqual([0]);
  expect(store.reader.sql('SELECT word FROM words ORDER BY word').all().length).toBe(2);
  store.writer.db.exec('DROP TRIGGER refuse');
  expect(await engine.forgetWords('c__g1')).toBe(1);
  await write({ key: 'b', version: 1, chunks: ['kestrel'] });
  expect(await engine.suggestWords('c__g1', ['kestrel'])).toEqual([[{ word: 'kestrel', documentFrequency: 1 }]]);
});
