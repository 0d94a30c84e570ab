import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { useChromaUrl } from '../conformance/use-chroma.fixture.js';
import { ChromaEngine } from '../index.js';

const NAME = 'owned__g1';

const url = useChromaUrl();
const open = (owner?: string) =>
  ChromaEngine.open({
    name: 'team',
    settings: { url: url() },
    ...(owner === undefined ? {} : { owner: () => Promise.resolve(owner) }),
  });
const namesOf = async (engine: ChromaEngine) => (await engine.listCollections()).map(({ name }) => name);

it('neither joins nor lists, reads or drops what another installation made', async () => {
  const [engine, other] = [await open('a'), await open('b')];
  await engine.createCollection(NAME, sampleCard(8));
  await engine.writeDocument(sampleDocument({ collection: NAME, key: 'a', chunks: ['of the first'] }));
  await expect(other.createCollection(NAME, sampleCard(8))).rejects.toMatchObject({
    code: 'COLLECTION.EXISTS',
    message:
      'The engine team has a collection owned__g1 that another installation of Tributary made, "a": choose another name, or give this installation a server or a database of its own.',
  });
  for (const call of [() => other.dropCollection(NAME), () => other.read(NAME, {})])
    await expect(call()).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  expect(await other.getCollection(NAME)).toBeUndefined();
  expect(await namesOf(other)).not.toContain(NAME);
  const again = await open('a');
  await again.createCollection(NAME, sampleCard(8));
  expect(await again.getCollection(NAME)).toMatchObject({ points: 1 });
  expect(await again.listCollections()).toContainEqual(expect.objectContaining({ name: NAME, isMarked: true }));
  await again.dropCollection(NAME);
  expect(await namesOf(again)).not.toContain(NAME);
});

it('takes for its own what has no mark, as versions before made it', async () => {
  const [before, engine] = [await open(), await open('a')];
  await before.createCollection(NAME, sampleCard(8));
  await engine.createCollection(NAME, sampleCard(8));
  expect(await engine.listCollections()).toContainEqual(expect.objectContaining({ name: NAME, isMarked: false }));
  await engine.dropCollection(NAME);
});
