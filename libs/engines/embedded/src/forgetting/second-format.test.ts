import { expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { numberIn } from '../store/columns.js';
import { formatOf } from '../store/file-format.js';
import { useEngineAndStore, writeSample } from './engine-and-store.fixture.js';

const bed = useEngineAndStore();
const write = (sample: Parameters<typeof writeSample>[1]) => writeSample(bed(), sample);
/** As a program sees the file that reads formats up to this one. */
const format = (newest: number) => formatOf(bed().store.reader, bed().store.file, newest);
const columns = () =>
  bed()
    .store.reader.sql("SELECT count(*) AS n FROM pragma_table_info('collections') WHERE name = 'forgotten_words'")
    .all()
    .map((row) => numberIn(row, 'n'));

it('is that of a file of which words were forgotten, and a program of the first refuses it; every other file stays in the first', async () => {
  await write({ key: 'a', version: 1, chunks: ['kestrel tower'] });
  expect(format(1)).toBe(1);
  await write({ key: 'a', version: 2, chunks: ['tower kestrel'] });
  expect(await bed().engine.forgetWords('c__g1')).toBe(0);
  // Counted, with nothing to forget.
  expect(columns()).toEqual([1]);
  expect(format(1)).toBe(1);
  await write({ key: 'a', version: 3, chunks: ['tower'] });
  expect(await bed().engine.forgetWords('c__g1')).toBe(1);
  expect(format(2)).toBe(2);
  expect(() => format(1)).toThrow(
    /written by a newer Tributary \(format 2, this one reads up to 1\): upgrade Tributary or choose another data folder/,
  );
});

it('opens again, and both formats go on', async () => {
  await write({ key: 'a', version: 1, chunks: ['kestrel'] });
  const suggested = async () => {
    const again = EmbeddedEngine.open({ name: 'main', folder: bed().folder });
    const [suggestions] = await again.suggestWords('c__g1', ['kestral']);
    await again.close();
    return suggestions;
  };
  expect(columns()).toEqual([0]);
  expect(await suggested()).toEqual([{ word: 'kestrel', documentFrequency: 1 }]);
  await write({ key: 'b', version: 1, chunks: ['other'] });
  await write({ key: 'b', version: 2, chunks: ['kestrels'] });
  expect(await bed().engine.forgetWords('c__g1')).toBe(1);
  expect(await suggested()).toEqual([{ word: 'kestrel', documentFrequency: 1 }]);
});

it('comes with the first word that goes, or not at all', async () => {
  await write({ key: 'a', version: 1, chunks: ['kestrel'] });
  await write({ key: 'a', version: 2, chunks: ['tower'] });
  bed().store.writer.db.exec("CREATE TRIGGER refuse BEFORE UPDATE ON collections BEGIN SELECT RAISE(ABORT, 'refused'); END");
  await expect(bed().engine.forgetWords('c__g1')).rejects.toThrow();
  expect(format(1)).toBe(1);
  expect(columns()).toEqual([0]);
  expect(bed().store.reader.sql('SELECT word FROM words ORDER BY word').all().length).toBe(2);
  bed().store.writer.db.exec('DROP TRIGGER refuse');
  expect(await bed().engine.forgetWords('c__g1')).toBe(1);
  await write({ key: 'b', version: 1, chunks: ['kestrel'] });
  expect(await bed().engine.suggestWords('c__g1', ['kestrel'])).toEqual([[{ word: 'kestrel', documentFrequency: 1 }]]);
});
