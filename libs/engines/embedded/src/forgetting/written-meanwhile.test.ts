import { sampleCard } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { LaneRowReader } from '../store/lane-row.js';
import { rowId } from '../store/row-ids.js';
import { readCollectionRow } from '../write/collection-rows.js';
import { GroupCommit } from '../write/group-commit.js';
import { forgetWords } from './forget-words.js';
import { UsedWords } from './used-words.js';
import { useEngineAndStore, writeSample } from './engine-and-store.fixture.js';

const bed = useEngineAndStore();
const write = (sample: Parameters<typeof writeSample>[1]) => writeSample(bed(), sample);
const suggested = async (word: string) => (await bed().engine.suggestWords('c__g1', [word]))[0]?.map((suggestion) => suggestion.word);

/** Forgets words, and does something else when they have been counted, before each transaction that deletes some. */
function forgetAfter(before: () => Promise<unknown>) {
  const commits = new GroupCommit(bed().store.writer, { file: bed().store, onCommit: () => undefined });
  const writer: Pick<GroupCommit, 'run'> = {
    run: async (apply, signal) => {
      await before();
      return commits.run(apply, signal);
    },
  };
  return forgetWords('c__g1', { store: bed().store, writer, now: () => 0, rest: () => Promise.resolve() });
}

it.each([1, 1_100])('keeps a word that is written between the counting and the deleting, among %i points', async (points) => {
  await write({ key: 'a', version: 1, chunks: ['kestrel gone'] });
  await write({ key: 'a', version: 2, chunks: ['tower'] });
  let isWritten = false;
  const forgotten = await forgetAfter(async () => {
    if (isWritten) return;
    isWritten = true;
    const others = Array.from({ length: points - 1 }, () => 'tower');
    await write({ key: 'b', version: 1, chunks: [...others, 'kestrel'] });
  });
  expect(forgotten).toBe(1);
  expect(await suggested('kestral')).toEqual(['kestrel']);
  expect(await suggested('gone')).toEqual([]);
});

it('leaves what it cannot follow to the next time', async () => {
  await write({ key: 'a', version: 1, chunks: ['kestrel'] });
  await write({ key: 'a', version: 2, chunks: ['tower'] });
  let version = 3;
  const many = () => write({ key: 'a', version: version++, chunks: Array.from({ length: 1_100 }, () => 'tower') });
  expect(await forgetAfter(many)).toBe(0);
  expect(await bed().engine.forgetWords('c__g1')).toBe(1);
});

it('touches no collection that was made under the same name meanwhile', async () => {
  await write({ key: 'a', version: 1, chunks: ['kestrel'] });
  await write({ key: 'a', version: 2, chunks: ['tower'] });
  let isDone = false;
  const forgetting = forgetAfter(async () => {
    if (isDone) return;
    isDone = true;
    await bed().engine.dropCollection('c__g1');
    await bed().engine.createCollection('c__g1', sampleCard(8));
    await write({ key: 'a', version: 1, chunks: ['kestrel'] });
  });
  expect(await forgetting).toBe(0);
  expect(await suggested('kestral')).toEqual(['kestrel']);
  expect(readCollectionRow(bed().store.reader, 'c__g1').counted).toBeUndefined();
});

it('reads again what a transaction had written that was undone, since its slots are given to others', async () => {
  await write({ key: 'a', version: 1, chunks: ['one two'] });
  const { id, nextSlot } = readCollectionRow(bed().store.reader, 'c__g1');
  const used = new UsedWords({ id, dimension: 8 });
  expect(used.read(bed().store.reader, 1_000)).toBe(true);
  bed().store.writer.db.exec('BEGIN IMMEDIATE');
  bed().store.writer.sql('INSERT INTO lanes SELECT ?, lane FROM lanes WHERE slot = ?').run(rowId(id, nextSlot), rowId(id, 0));
  expect(used.addNew(bed().store.writer)).toBe(true);
  bed().store.writer.db.exec('ROLLBACK');
  await write({ key: 'b', version: 1, chunks: ['three'] });
  expect(used.addNew(bed().store.writer)).toBe(true);
  const lane = bed().store.reader.sql('SELECT lane FROM lanes WHERE slot = ?').get(rowId(id, nextSlot))?.['lane'];
  const words: number[] = [];
  if (lane instanceof Uint8Array) new LaneRowReader(8).read(lane).forEachWord((word) => words.push(word));
  expect(words.length).toBe(1);
  expect(words.every((word) => used.has(word))).toBe(true);
});
