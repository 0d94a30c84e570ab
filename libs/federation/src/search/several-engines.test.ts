import type { SearchAnswer } from '@tributary/contracts';
import { ChromaEngine } from '@tributary/engines-chroma';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { SideIndexedEngine } from '@tributary/engines-side-index';
import { Deadline } from '@tributary/kernel';
import { eventually, findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer } from '@tributary/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const supply = { qdrant: findQdrantProgram(), chroma: findChromaProgram() };
const DEADLINE_MS = 1500;
const at = (engine: string) => ({ key: 'report', title: engine, text: `The report about tides kept in ${engine}.` });

/** One collection in each of three engines, each on its own server. */
async function openServers(qdrantCommand: string, chromaCommand: string) {
  const [qdrant, chroma] = await Promise.all([startQdrantServer(qdrantCommand), startChromaServer(chromaCommand)]);
  const qdrantEngine = QdrantEngine.open({ name: 'vectors', settings: { url: qdrant.url, instance: 'test' } });
  const chromaEngine = await ChromaEngine.open({ name: 'chroma', settings: { url: chroma.url, timeoutMs: 2000 } });
  const bed = await Testbed.open({
    runs: true,
    others: [() => qdrantEngine, (primary, common) => new SideIndexedEngine({ engine: chromaEngine, primary, common })],
  });
  await bed.startEmbedder();
  await bed.collection('local', [at('the embedded store')]);
  await bed.collection('served', [at('Qdrant')], { engine: bed.engines.get('vectors') });
  await bed.collection('other', [at('Chroma')], { engine: bed.engines.get('chroma'), model: await bed.other.describe() });
  return {
    bed,
    qdrant,
    chroma,
    close: async () => {
      await bed[Symbol.asyncDispose]();
      await Promise.all([qdrantEngine.close(), chromaEngine.close()]);
      await Promise.all([qdrant.remove(), chroma.remove()]);
    },
  };
}

const search = (bed: Testbed) =>
  bed.run({ query: 'report about tides', collections: ['local', 'served', 'other'] }, { deadline: Deadline.in(DEADLINE_MS) });
const statuses = ({ coverage }: SearchAnswer) => Object.fromEntries(coverage.map(({ collection, status }) => [collection, status]));
const found = ({ hits }: SearchAnswer) => hits.map(({ collection }) => collection).toSorted();

if (supply.qdrant.kind === 'none' || supply.chroma.kind === 'none') {
  const reason = [supply.qdrant, supply.chroma].flatMap((one) => (one.kind === 'none' ? [one.reason] : [])).join('; ');
  it('is not tested with real engines here', (context) => context.skip(reason));
} else {
  const { qdrant, chroma } = supply;
  describe('one search over an embedded store, a Qdrant and a Chroma with another model', { timeout: 240_000 }, () => {
    let it3: Awaited<ReturnType<typeof openServers>>;
    beforeAll(async () => {
      it3 = await openServers(qdrant.command, chroma.command);
    }, 120_000);
    afterAll(() => it3.close());
    afterEach(async () => {
      await fetch(`${it3.qdrant.url}/oracle/faults`, { method: 'DELETE' });
    });
    const fault = (rule: object) => fetch(`${it3.qdrant.url}/oracle/faults`, { method: 'POST', body: JSON.stringify(rule) });
    const untilWell = () =>
      eventually(async () => {
        const answer = await search(it3.bed);
        expect(statuses(answer)).toEqual({ local: 'searched', served: 'searched', other: 'searched' });
        expect(found(answer)).toEqual(['local', 'other', 'served']);
        return answer;
      });

    it('ranks what all of them hold in one answer', async () => {
      const answer = await untilWell();
      expect(answer.coverage.map(({ collection, engine }) => `${engine}/${collection}`).toSorted()).toEqual([
        'chroma/other',
        'main/local',
        'vectors/served',
      ]);
    });

    it.each([
      { words: 'the embedded store', collection: 'local' },
      { words: 'Qdrant', collection: 'served' },
      { words: 'Chroma', collection: 'other' },
    ])('lets "auto" know what every engine holds: $collection', async ({ words, collection }) => {
      await untilWell();
      await eventually(async () => {
        const query = `report kept in ${words}`;
        const answer = await it3.bed.run({ query, collections: ['auto'], max_collections: 1, limit: 1, explain: true });
        expect(answer.selection?.asked).toMatchObject([{ collection, because: 'best' }]);
        expect(answer.selection?.asked[0]?.terms).toBeGreaterThan(0.4);
        expect(answer.hits[0]?.collection).toBe(collection);
      });
    });

    it('is answered in time when one engine is slow, and names it', async () => {
      await untilWell();
      await fault({ match: '/points', delay_ms: 4000 });
      // Whoever shares the processor may take the time of the others: then they are asked again.
      await eventually(async () => {
        const answer = await search(it3.bed);
        expect(answer.took_ms).toBeLessThan(DEADLINE_MS);
        expect(found(answer)).toEqual(['local', 'other']);
        expect(statuses(answer)).toEqual({ local: 'searched', served: 'timed_out', other: 'searched' });
      });
    });

    it('is answered when one engine fails every request, and uses it again afterwards', async () => {
      await untilWell();
      await fault({ match: '/points', status: 500, error: 'broken' });
      await eventually(async () => {
        const answer = await search(it3.bed);
        expect(found(answer)).toEqual(['local', 'other']);
        expect(['failed', 'timed_out']).toContain(statuses(answer)['served']);
      });
      await fetch(`${it3.qdrant.url}/oracle/faults`, { method: 'DELETE' });
      await untilWell();
    });

    it.each([
      { engine: 'Qdrant', collection: 'served', server: () => it3.qdrant },
      { engine: 'Chroma', collection: 'other', server: () => it3.chroma },
    ])(
      'answers every search in time while $engine is killed and comes back, reports it, and recovers by itself',
      async ({ collection, server }) => {
        // One answer of them all that was late since others had the processor spoils it: then the server is killed once more.
        await eventually(async () => {
          const { answers, failures } = await searchWhileKilled(collection, server());
          expect(failures).toEqual([]);
          for (const answer of answers) {
            expect(answer.took_ms).toBeLessThan(DEADLINE_MS);
            expect(answer.coverage).toHaveLength(3);
            expect(statuses(answer)['local']).toBe('searched');
            expect(found(answer)).toContain('local');
          }
        }, 90_000);
        await untilWell();
      },
    );

    /** Searches without a pause, from before a server is killed until its collection is searched again. */
    async function searchWhileKilled(collection: string, server: (typeof it3)['qdrant' | 'chroma']) {
      await untilWell();
      const answers: SearchAnswer[] = [];
      const failures: unknown[] = [];
      const over = new AbortController();
      const searching = (async () => {
        while (!over.signal.aborted)
          await search(it3.bed).then(
            (answer) => answers.push(answer),
            (error: unknown) => failures.push(error),
          );
      })();
      try {
        await server.crash();
        await eventually(() => answers.some((answer) => statuses(answer)[collection] !== 'searched'));
        await eventually(() => answers.some((answer) => answer.coverage.some(({ code }) => code === 'ENGINE.CIRCUIT_OPEN')));
        await server.restart();
        await eventually(() => answers.slice(-1).some((answer) => statuses(answer)[collection] === 'searched'));
      } finally {
        over.abort();
        await searching;
      }
      return { answers, failures };
    }
  });

  it('starts while an engine is down, reports it, and uses it as soon as it is there', { timeout: 120_000 }, async () => {
    const server = await startQdrantServer(qdrant.command);
    const engine = QdrantEngine.open({ name: 'vectors', settings: { url: server.url, instance: 'test' } });
    await using first = await Testbed.open({ runs: true, others: [() => engine] });
    await first.collection('local', [at('the embedded store')]);
    await first.collection('served', [at('Qdrant')], { engine });
    await server.crash();
    const late = QdrantEngine.open({ name: 'vectors', settings: { url: server.url, instance: 'test' } });
    await using bed = await Testbed.open({ runs: true, others: [() => late] });
    await bed.collection('local', [at('the embedded store')]);
    const record = await first.catalog.collections.get('served');
    if (record === undefined) throw new Error('not made');
    await bed.catalog.collections.change('served', () => ({ set: record }));
    const ask = () => bed.run({ query: 'report about tides' }, { deadline: Deadline.in(DEADLINE_MS) });
    await eventually(async () => {
      const without = await ask();
      expect(found(without)).toEqual(['local']);
      const lost = without.coverage.find(({ engine: name }) => name === 'vectors');
      expect(lost).toMatchObject({ collection: 'served', candidates: 0 });
      // Refused at once, or tried until the lanes' share of the time is over.
      expect(['failed', 'timed_out']).toContain(lost?.status);
      expect(without.took_ms).toBeLessThan(DEADLINE_MS);
    });
    await server.restart();
    await eventually(async () => {
      expect(found(await ask())).toEqual(['local', 'served']);
    });
    await Promise.all([engine.close(), late.close()]);
    await server.remove();
  });
}
