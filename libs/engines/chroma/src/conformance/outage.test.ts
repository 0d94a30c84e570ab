import type { Engine } from '@tributary/engines-port';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { SeededRandom, eventually, testSeed } from '@tributary/testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ChromaEngine } from '../engine/chroma-engine.js';
import { openEngine } from './open-engine.fixture.js';
import { useOwnChroma } from './use-chroma.fixture.js';

const chroma = useOwnChroma();

const freshCollection = async (engine: Engine): Promise<string> => {
  const name = `test-${randomUUID()}__g1`;
  await engine.createCollection(name, sampleCard(8));
  return name;
};
const documentOf = (collection: string, key: string, version: number) =>
  sampleDocument({
    collection,
    key,
    version,
    hash: version.toString(),
    chunks: [`${key} v${version.toString()} a`, `${key} v${version.toString()} b`],
  });
const versionsOf = async (engine: Engine, collection: string): Promise<ReadonlyMap<string, number>> =>
  new Map((await engine.findDocuments(collection, {})).map(({ key, version }) => [key, version]));

describe('a server that is killed and started again', { timeout: 120_000 }, () => {
  it('loses nothing it acknowledged, and is written to and searched again without being opened anew', async () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    const engine = await openEngine(chroma().url);
    const collection = await freshCollection(engine);
    const acknowledged = new Map<string, number>();
    let [version, failed, isDone] = [0, 0, false];
    const writing = (async () => {
      while (!isDone) {
        const key = `k${random.below(12).toString()}`;
        const outcome = await engine.writeDocument(documentOf(collection, key, ++version)).catch(() => undefined);
        if (outcome) acknowledged.set(key, version);
        else failed++;
      }
    })();
    for (let kill = 0; kill < 3; kill++) {
      const before = acknowledged.size + version;
      await eventually(() => acknowledged.size + version > before + 10);
      await chroma().crash();
      // What no search asks is tried again while a search is told already.
      let tried = 5;
      const trying = Array.from({ length: tried }, () =>
        engine
          .count(collection)
          .catch(() => undefined)
          .finally(() => tried--),
      );
      await expect(ask(engine, collection)).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE', retryable: true });
      expect(tried).toBe(trying.length);
      await chroma().restart();
      await Promise.all(trying);
      expect((await ask(engine, collection)).lanes.semantic).toMatchObject({ status: 'searched' });
    }
    isDone = true;
    await writing;
    const found = await versionsOf(engine, collection);
    for (const [key, promised] of acknowledged) expect(found.get(key)).toBeGreaterThanOrEqual(promised);
    for (const { payload } of await engine.read(collection, {})) {
      expect(payload.content).toContain(`v${payload.doc_version.toString()} `);
      expect(payload.doc_version).toBe(found.get(payload.content.split(' ')[0] ?? ''));
    }
    expect(await engine.count(collection)).toBe(2 * found.size);
    expect(failed).toBeLessThan(version);
    await engine.close();
  });

  it('gives a collection that vanished a clear error', async () => {
    const [engine, other] = [await openEngine(chroma().url), await openEngine(chroma().url)];
    const collection = await freshCollection(engine);
    await engine.writeDocument(documentOf(collection, 'a', 1));
    await other.dropCollection(collection);
    const missing = { code: 'COLLECTION.NOT_FOUND', message: expect.stringMatching(`${collection}.*engine chroma`) as string }; // safe: Vitest types its matchers as any
    await expect(ask(engine, collection)).rejects.toMatchObject(missing);
    await expect(engine.writeDocument(documentOf(collection, 'a', 2))).rejects.toMatchObject(missing);
    await Promise.all([engine.close(), other.close()]);
  });
});

describe('two writers of one collection', { timeout: 60_000 }, () => {
  it('end in the greatest version of every document, whoever comes first', async () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    const engines = [await openEngine(chroma().url), await openEngine(chroma().url)] as const;
    const [one] = engines;
    const collection = await freshCollection(one);
    const keys = Array.from({ length: 15 }, (_, n) => `k${n.toString()}`);
    const steps = keys.flatMap((key) => [1, 2, 3, 4].map((version) => ({ key, version, at: random.next(), engine: random.pick(engines) })));
    await Promise.all(
      steps
        .sort((a, b) => a.at - b.at)
        .map(({ engine, key, version }) =>
          version === 4 && key === 'k0'
            ? engine.deleteDocuments({ collection, documents: [documentOf(collection, key, version)] })
            : engine.writeDocument(documentOf(collection, key, version)),
        ),
    );
    for (const engine of engines) {
      const found = await versionsOf(engine, collection);
      expect([...found.keys()].toSorted()).toEqual(keys.filter((key) => key !== 'k0').toSorted());
      expect(new Set(found.values())).toEqual(new Set([4]));
      expect(await engine.count(collection)).toBe(2 * (keys.length - 1));
    }
    await Promise.all(engines.map((engine) => engine.close()));
    expect(await one.count(collection)).toBe(2 * (keys.length - 1));
  });
});

it('a document of 45 MB is written in requests the server takes', { timeout: 120_000 }, async () => {
  const engine = await ChromaEngine.open({ name: 'chroma', settings: { url: chroma().url } });
  const collection = await freshCollection(engine);
  const chunks = Array.from({ length: 45 }, (_, n) => `${n.toString()} ${'lorem ipsum '.repeat(87_000)}`);
  expect(await engine.writeDocument(sampleDocument({ collection, key: 'big', chunks }))).toEqual({ outcome: 'written', points: 45 });
  expect(await engine.count(collection)).toBe(45);
  await engine.close();
});

function ask(engine: Engine, collection: string) {
  return engine.nominate({ collection, lanes: ['semantic'], limit: 5, terms: [], vector: new Float32Array(8).fill(1) });
}
