import { plainTextAnalyser, type Engine } from '@tributary/engines-port';
import { sampleCard, sampleDocument, termOf, type SampleDocument } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RemoteEngine } from '../conformance/remote-engine.fixture.js';
import { EmbeddedEngine } from '../index.js';
import type { WriterThreads } from '../writer/writer.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: EmbeddedEngine;
beforeEach(async () => {
  folder = await temporaryFolder();
  engine = open();
  await engine.createCollection('c__g1', sampleCard(8));
});
afterEach(async () => {
  await engine.close();
  await folder.remove();
});

function open(path = folder.path, writerThreads: WriterThreads = 'never') {
  return EmbeddedEngine.open({ name: 'main', folder: path, analyser: { ...plainTextAnalyser, termOf }, writerThreads });
}
type Sample = Pick<SampleDocument, 'key' | 'version' | 'chunks'>;
type Writing = Pick<Engine, 'writeDocument'>;
const write = (on: Writing, sample: Sample) => on.writeDocument(sampleDocument({ collection: 'c__g1', ...sample }));
/** What the file holds. */
const words = () => {
  const db = new DatabaseSync(join(folder.path, 'store.db'), { readOnly: true });
  const texts = db.prepare('SELECT word FROM words ORDER BY word').all();
  db.close();
  return texts.map(({ word }) => word);
};
const suggested = async (on: Engine, word: string) => (await on.suggestWords('c__g1', [word]))[0]?.map((suggestion) => suggestion.word);
/** A version of a log: words of its own, and one that is in each. */
const log = (version: number) => Array.from({ length: 40 }, (_, n) => `always v${version.toString()}n${n.toString()}`);

it('leaves the words that are there, however often a document was replaced', async () => {
  for (let version = 1; version <= 20; version++) await write(engine, { key: 'log', version, chunks: log(version) });
  expect(words().length).toBe(1 + 20 * 40);
  expect(await engine.forgetWords('c__g1')).toBe(19 * 40);
  expect(words()).toEqual([...new Set(log(20).flatMap((line) => line.split(' ')))].sort());
});

it('leaves no word of a document that was deleted', async () => {
  const secret = sampleDocument({ collection: 'c__g1', key: 'secret', chunks: ['the password is hunter2'] });
  await engine.writeDocument(secret);
  await write(engine, { key: 'other', version: 1, chunks: ['the weather'] });
  await engine.deleteDocuments({ collection: 'c__g1', documents: [{ docId: secret.docId, key: 'secret', version: 2 }] });
  expect(await engine.forgetWords('c__g1')).toBe(3);
  expect(words()).toEqual(['the', 'weather']);
});

it('of a point whose word has no row, as a program of the version before may write it, all but the word is there', async () => {
  await write(engine, { key: 'a', version: 1, chunks: ['kestrel tower'] });
  const db = new DatabaseSync(join(folder.path, 'store.db'));
  db.exec("DELETE FROM words WHERE word = 'kestrel'");
  db.close();
  const { points } = await engine.scroll({ collection: 'c__g1', limit: 10 });
  expect(points.map(({ payload, features }) => [payload.content, features.words])).toEqual([['kestrel tower', ['tower']]]);
});

describe('a word that is written again after it was forgotten', () => {
  const again = async (writer: Writing) => {
    await write(writer, { key: 'a', version: 1, chunks: ['kestrel tower'] });
    expect(await suggested(engine, 'kestral')).toEqual(['kestrel']);
    await write(writer, { key: 'a', version: 2, chunks: ['tower'] });
    expect(await engine.forgetWords('c__g1')).toBe(1);
    expect(await suggested(engine, 'kestral')).toEqual([]);
    await write(writer, { key: 'b', version: 1, chunks: ['kestrel nests'] });
    const fresh = open();
    for (const searched of [engine, fresh]) {
      expect(await suggested(searched, 'kestral')).toEqual(['kestrel']);
      expect(await suggested(searched, 'tower')).toEqual(['tower']);
      expect(await searched.wordsBeginning('c__g1', ['kes'])).toEqual([[{ word: 'kestrel', documentFrequency: 1 }]]);
      const { candidates } = await searched.nominate({ collection: 'c__g1', lanes: ['fuzzy'], limit: 10, terms: [], words: ['kestral'] });
      expect(candidates.length).toBe(1);
    }
    await fresh.close();
  };

  it('is found when the thread writes that forgot it', () => again(engine));

  it('is found when the writer thread writes', async () => {
    const threaded = open(folder.path, 'always');
    await again(threaded);
    await threaded.close();
  });

  it('is found when another process writes, one that knew it by its number', async () => {
    const remote = new RemoteEngine(folder.path);
    await remote.ready;
    try {
      await again({ writeDocument: (document) => remote.call('writeDocument', [document]) });
    } finally {
      remote.child.kill('SIGKILL');
    }
  });
});

it('answers as a store that never held anything else, by a vocabulary read before and by one read after', async () => {
  const chunks = (seed: number) =>
    Array.from({ length: 30 }, (_, n) => `word${((n * 7 + seed) % 50).toString(36)} term${((n * 11 + seed * 3) % 90).toString(36)} common`);
  for (let version = 1; version <= 9; version++) {
    for (const key of ['a', 'b']) await write(engine, { key, version, chunks: chunks(version * 10 + key.charCodeAt(0)) });
    if (version % 3 === 0) expect(await engine.forgetWords('c__g1')).toBeGreaterThan(0);
    expect(await suggested(engine, 'common')).toEqual(['common']);
  }
  const late = open();
  await using elsewhere = await temporaryFolder();
  const fresh = open(elsewhere.path);
  await fresh.createCollection('c__g1', sampleCard(8));
  for (const key of ['a', 'b']) await write(fresh, { key, version: 9, chunks: chunks(90 + key.charCodeAt(0)) });
  const asked = Array.from({ length: 90 }, (_, n) => [
    `word${n.toString(36)}`,
    `tern${n.toString(36)}`,
    `w${n.toString(36)}rd`,
    `ter${n.toString(36)}`,
  ]).flat();
  const answers = async (from: Engine) => ({
    suggestions: await from.suggestWords('c__g1', asked),
    beginnings: await from.wordsBeginning('c__g1', ['w', 'te', 'term1', 'x']),
    fuzzy: await Promise.all(
      asked.map(async (word) => {
        const { lanes, candidates } = await from.nominate({ collection: 'c__g1', lanes: ['fuzzy'], limit: 20, terms: [], words: [word] });
        const { fuzzy } = lanes;
        return fuzzy?.status === 'searched' ? fuzzy.ranking.map(({ candidate, score }) => [candidates[candidate]?.id, score]) : fuzzy;
      }),
    ),
  });
  const expected = await answers(fresh);
  expect(expected.suggestions.flat().length).toBeGreaterThan(100);
  expect(expected.fuzzy.flat().length).toBeGreaterThan(100);
  for (const from of [engine, late]) expect(await answers(from)).toEqual(expected);
  await late.close();
  await fresh.close();
});

it('reads no points where none was removed since the words were counted', async () => {
  await write(engine, { key: 'a', version: 1, chunks: ['one two'] });
  const spoilt = (sql: string) => {
    const db = new DatabaseSync(join(folder.path, 'store.db'));
    db.exec(sql);
    db.close();
  };
  // Were the words counted, the one that no lane tells of would be taken for dead.
  spoilt(`UPDATE lanes SET lane = substr(lane, 1, length(lane) - 1)`);
  expect(await engine.forgetWords('c__g1')).toBe(0);
  await write(engine, { key: 'b', version: 1, chunks: ['three'] });
  await write(engine, { key: 'b', version: 2, chunks: ['four'] });
  expect(await engine.forgetWords('c__g1')).toBe(2);
  spoilt(`UPDATE lanes SET lane = substr(lane, 1, length(lane) - 1)`);
  expect(await engine.forgetWords('c__g1')).toBe(0);
  await engine.close();
  engine = open();
  expect(await engine.forgetWords('c__g1')).toBe(0);
});
