import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { eventually, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { findCollection } from '../reading/collections.js';
import { Store } from '../store/store.js';
import { Vocabulary } from './vocabulary.js';

it('is read anew when most of it was forgotten, and answers meanwhile', async () => {
  await using folder = await temporaryFolder();
  const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection('c__g1', sampleCard(8));
  const write = (version: number) =>
    engine.writeDocument(
      sampleDocument({
        collection: 'c__g1',
        key: 'log',
        version,
        chunks: Array.from({ length: 50 }, (_, i) =>
          ['kestrel', ...Array.from({ length: 25 }, (_, j) => `v${version.toString()}n${i.toString()}w${j.toString()}`)].join(' '),
        ),
      }),
    );
  await write(1);
  const store = Store.open({ folder: folder.path });
  const vocabulary = new Vocabulary(findCollection(store.reader, 'c__g1').id);
  const length = async () => {
    await vocabulary.prepare(store.reader);
    return vocabulary.complete(store.reader).length;
  };
  expect(await length()).toBe(1 + 1_250);
  await write(2);
  expect(await length()).toBe(1 + 2 * 1_250);
  await engine.forgetWords('c__g1');
  // Half of it, no more: reading it anew would not be worth it.
  expect(await length()).toBe(1 + 2 * 1_250);
  await write(3);
  await engine.forgetWords('c__g1');
  await eventually(async () => (await length()) === 1 + 1_250);
  const words = vocabulary.complete(store.reader);
  expect(words.withinOneEdit('kestral').map((place) => [words.textAt(place), words.numberAt(place)])).toEqual([['kestrel', 0]]);
  expect(words.withinOneEdit('v3n7w7').map((place) => words.textAt(place))).toContain('v3n7w7');
  store.close();
  await engine.close();
});
