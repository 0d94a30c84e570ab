import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import type { DocumentWrite, Engine } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { sampleDocument } from '../samples/sample-document.js';
import { roundsOf } from '../samples/size.js';

export function fenceBehaviours({ suite, engine, freshCollection }: SuiteContext): void {
  describe('versions', () => {
    it('replaces an older version as a whole', async () => {
      const collection = await freshCollection();
      const write = (version: number, chunks: string[]) =>
        engine().writeDocument(sampleDocument({ collection, key: 'a', version, chunks }));
      expect(await write(1, ['one', 'two', 'three'])).toEqual({ outcome: 'written', points: 3 });
      expect(await write(2, ['four'])).toEqual({ outcome: 'written', points: 1 });
      expect(await contentsOf(engine(), collection)).toEqual(['four']);
    });

    it('does not take an older version, and says by what it is superseded', async () => {
      const collection = await freshCollection();
      await engine().writeDocument(sampleDocument({ collection, key: 'a', version: 2, hash: 'h', chunks: ['new'] }));
      const outcome = await engine().writeDocument(sampleDocument({ collection, key: 'a', version: 1, hash: 'z', chunks: ['old'] }));
      expect(outcome).toEqual({ outcome: 'superseded', by: { version: 2, hash: 'h', deleted: false } });
      expect(await contentsOf(engine(), collection)).toEqual(['new']);
    });

    it('does nothing for the same version and hash', async () => {
      const collection = await freshCollection();
      const write = sampleDocument({ collection, key: 'a', chunks: ['same'] });
      await engine().writeDocument(write);
      expect(await engine().writeDocument(write)).toEqual({ outcome: 'unchanged' });
    });

    it('lets the greater hash win at an equal version', async () => {
      const collection = await freshCollection();
      const write = (hash: string) => engine().writeDocument(sampleDocument({ collection, key: 'a', version: 5, hash, chunks: [hash] }));
      await write('b');
      expect(await write('a')).toMatchObject({ outcome: 'superseded' });
      expect(await write('c')).toMatchObject({ outcome: 'written' });
      expect(await contentsOf(engine(), collection)).toEqual(['c']);
    });

    it('keeps the fence of a document without text', async () => {
      const collection = await freshCollection();
      const empty = sampleDocument({ collection, key: 'a', version: 3, hash: 'e', chunks: [] });
      await engine().writeDocument(sampleDocument({ collection, key: 'a', version: 1, chunks: ['text'] }));
      expect(await engine().writeDocument(empty)).toEqual({ outcome: 'written', points: 0 });
      expect(await engine().fences(collection, [empty.docId, 'unknown'])).toEqual([{ version: 3, hash: 'e', deleted: false }, undefined]);
      expect(await engine().count(collection)).toBe(0);
    });

    it('takes versions up to 2^53 − 1', async () => {
      const collection = await freshCollection();
      const write = sampleDocument({ collection, key: 'a', version: Number.MAX_SAFE_INTEGER, hash: 'h', chunks: ['text'] });
      await engine().writeDocument(write);
      expect(await engine().fences(collection, [write.docId])).toEqual([{ version: Number.MAX_SAFE_INTEGER, hash: 'h', deleted: false }]);
      expect((await engine().read(collection, { docId: write.docId }))[0]?.payload.doc_version).toBe(Number.MAX_SAFE_INTEGER);
    });

    it('ends in the same state in whatever order writes and deletes arrive, one by one or together', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      for (let round = 0; round < roundsOf(suite, 25, 500); round++) {
        const collection = await freshCollection();
        const steps = stepsOf(collection);
        const order = shuffled(random, [...steps, ...steps.filter(() => random.next() < 0.3)]);
        if (random.next() < 0.5) for (const step of order) await step.run(engine());
        else await Promise.all(order.map((step) => step.run(engine())));
        expect(await contentsOf(engine(), collection), order.map(({ name }) => name).join(', ')).toEqual(['x5c 0', 'x5c 1']);
        const fences = await engine().fences(collection, [docIdOf(collection, 'x'), docIdOf(collection, 'y')]);
        expect(fences).toEqual([
          { version: 5, hash: 'c', deleted: false },
          { version: 7, hash: '', deleted: true },
        ]);
      }
    });
  });
}

interface Step {
  readonly name: string;
  readonly run: (engine: Engine) => Promise<unknown>;
}

/** Writes and deletes of two documents: x ends at version 5 with hash c, y is deleted at version 7. */
function stepsOf(collection: string): readonly Step[] {
  const write = (key: string, version: number, hash: string): Step => {
    const text = `${key}${version.toString()}${hash}`;
    const document: DocumentWrite = sampleDocument({ collection, key, version, hash, chunks: [`${text} 0`, `${text} 1`] });
    return { name: `write ${text}`, run: (engine) => engine.writeDocument(document) };
  };
  const remove = (key: string, version: number): Step => ({
    name: `delete ${key}${version.toString()}`,
    run: (engine) => engine.deleteDocuments({ collection, documents: [{ docId: docIdOf(collection, key), key, version }] }),
  });
  return [
    write('x', 1, 'z'), write('x', 3, 'a'), write('x', 5, 'a'), write('x', 5, 'c'), write('x', 5, 'b'), remove('x', 4), remove('x', 2),
    write('y', 2, 'a'), write('y', 6, 'a'), write('y', 7, 'a'), write('y', 7, 'b'), remove('y', 7), remove('y', 3),
  ]; // oxfmt-ignore
}

function docIdOf(collection: string, key: string): string {
  return sampleDocument({ collection, key, chunks: [] }).docId;
}

async function contentsOf(engine: Engine, collection: string): Promise<readonly string[]> {
  return (await engine.read(collection, {})).map(({ payload }) => payload.content);
}

function shuffled<T>(random: SeededRandom, items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
