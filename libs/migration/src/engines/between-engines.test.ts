import { randomUUID } from 'node:crypto';
import { ChromaEngine } from '@tributary/engines-chroma';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { physicalName, type Engine } from '@tributary/engines-port';
import { sampleAnalysis } from '@tributary/engines-port/memory';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { SideIndexedEngine } from '@tributary/engines-side-index';
import { findChroma, findQdrantProgram, startChromaServer, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MigrationBed, allPoints } from '../testbed/migration-bed.fixture.js';

const DOCUMENTS = process.env['TRIBUTARY_TEST_LONG'] === '1' ? 2000 : 24;

/** An engine on a server that can be ended and started again. */
interface Served {
  readonly engine: Engine;
  readonly crash: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Lets a share of the requests fail; absent where the server cannot. */
  readonly fault?: (fault: object) => Promise<void>;
  /** Requests that failed so. */
  readonly faultsMet?: () => Promise<number>;
  readonly clearFaults?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const Faults = z.object({ result: z.object({ faults: z.array(z.object({ hits: z.number() })) }) });

const QDRANT = findQdrantProgram();
const CHROMA = findChroma();

async function serveQdrant(): Promise<Served> {
  if (QDRANT.kind !== 'program') throw new Error('no Qdrant');
  const server = await startQdrantServer(QDRANT.command, { ORACLE_STRICT_FIELDS: '1' });
  const engine = QdrantEngine.open({
    name: 'other',
    settings: { url: server.url, instance: `test-${randomUUID().slice(0, 8)}` },
    common: { model: 'common', dimension: 8 },
    exactSearch: true,
  });
  return {
    engine,
    crash: () => server.crash(),
    restart: () => server.restart(),
    fault: async (fault) => {
      await fetch(`${server.url}/oracle/faults`, { method: 'POST', body: JSON.stringify(fault) });
    },
    faultsMet: async () => {
      const answer: unknown = await (await fetch(`${server.url}/oracle/faults`)).json();
      return Faults.parse(answer).result.faults.reduce((sum, { hits }) => sum + hits, 0);
    },
    clearFaults: async () => {
      await fetch(`${server.url}/oracle/faults`, { method: 'DELETE' });
    },
    close: async () => {
      await engine.close();
      await server.remove();
    },
  };
}

async function serveChroma(primary: Engine): Promise<Served> {
  if (CHROMA.kind !== 'program') throw new Error('no Chroma');
  const server = await startChromaServer(CHROMA.command);
  const chroma = await ChromaEngine.open({ name: 'other', settings: { url: server.url, efSearch: 100_000 } });
  const engine = new SideIndexedEngine({ engine: chroma, primary, ...sampleAnalysis });
  return {
    engine,
    crash: () => server.crash(),
    restart: () => server.restart(),
    close: async () => {
      await engine.close();
      await server.remove();
    },
  };
}

interface Bench extends Served {
  readonly bed: MigrationBed;
  readonly main: EmbeddedEngine;
}

async function within(serve: (primary: Engine) => Promise<Served>, work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  const served = await serve(main);
  try {
    const bed = new MigrationBed(main, [served.engine]);
    await bed.createNotes();
    await bed.fill(DOCUMENTS);
    await work({ ...served, bed, main });
  } finally {
    await served.close();
    await main.close();
    await folder.remove();
  }
}

/** Calls `act` once, just before the n-th document is written to the engine. */
function beforeWrite(engine: Engine, n: number, act: () => Promise<void>): void {
  const write = engine.writeDocument.bind(engine);
  let writes = 0;
  engine.writeDocument = async (document, options) => {
    if (++writes === n) await act();
    return write(document, options);
  };
}

async function payloads(engine: Engine, generation: number): Promise<readonly unknown[]> {
  return (await allPoints(engine, physicalName('notes', generation))).map(({ id, payload }) => ({ id, payload }));
}

function describeMoves(name: string, serve: (primary: Engine) => Promise<Served>): void {
  describe(`between the embedded store and ${name}`, { timeout: 300_000 }, () => {
    it('there and back with everything written meanwhile: same points, same nearest', () =>
      within(serve, async ({ bed, engine, main }) => {
        await bed.start({ from: 'notes', to: 'other' });
        beforeWrite(engine, Math.floor(DOCUMENTS / 2), async () => {
          await bed.write('new', { chunks: ['Written meanwhile.'] });
          await bed.write('doc-0001', { version: 2, chunks: ['Changed.'] });
          await bed.remove('doc-0002', 2);
        });
        await bed.run();
        const there = await bed.status();
        expect(there).toMatchObject({ state: 'done', parity: { missing: 0, extra: 0, changed: 0, vectors_off: 0 } });
        expect(there.parity?.overlap).toBeGreaterThanOrEqual(0.99);
        expect(await payloads(engine, 2)).toEqual(await payloads(main, 1));
        await bed.write('since', { chunks: ['Written since.'] });
        await bed.start({ from: 'notes', back: true });
        await bed.run();
        expect(await bed.status()).toMatchObject({ state: 'done', copied: 1, parity: { missing: 0, extra: 0, vectors_off: 0 } });
        expect(await payloads(main, 1)).toEqual(await payloads(engine, 2));
      }));

    it('re-embeds a collection there by another model, and goes back', () =>
      within(serve, async ({ bed, engine }) => {
        await bed.start({ from: 'notes', to: 'other' });
        await bed.run();
        await bed.reembed({ model: 'wide' });
        await bed.run();
        expect(await bed.status()).toMatchObject({ state: 'done', parity: { missing: 0, extra: 0, changed: 0, without_vector: 0 } });
        expect(await bed.catalog.collections.get('notes')).toMatchObject({
          engine: 'other',
          generation: 3,
          card: { model: { name: 'wide' } },
        });
        const vectors = (await bed.points()).map(({ vector }) => vector?.length);
        expect(vectors).toEqual(Array.from({ length: 2 * DOCUMENTS }, () => 12));
        await bed.write('since', { chunks: ['Written since.'] });
        await bed.reembed({ back: true });
        await bed.run();
        expect(bed.sample.texts).toEqual(['Written since.']);
        expect(await payloads(engine, 2)).toEqual(await payloads(engine, 3));
        expect(await bed.catalog.collections.get('notes')).toMatchObject({ generation: 2, card: { model: { name: 'sample' } } });
      }));

    it('goes on when the target was killed in the middle and started again', () =>
      within(serve, async ({ bed, engine, main, crash, restart }) => {
        await bed.start({ from: 'notes', to: 'other' });
        beforeWrite(engine, Math.floor(DOCUMENTS / 2), crash);
        await expect(bed.run()).rejects.toMatchObject({ retryable: true });
        expect(await bed.points()).toHaveLength(2 * DOCUMENTS);
        await restart();
        await bed.run();
        expect(await bed.status()).toMatchObject({ state: 'done', parity: { missing: 0, extra: 0, changed: 0, vectors_off: 0 } });
        expect(await payloads(engine, 2)).toEqual(await payloads(main, 1));
      }));
  });
}

if (QDRANT.kind === 'program') {
  describeMoves('Qdrant', serveQdrant);
  describe('a Qdrant with troubles', { timeout: 300_000 }, () => {
    it.each([
      ['answers 429', { status: 429, retry_after: 1 }],
      ['cuts connections after the work', { drop: true, when: 'after' }],
    ])('that %s now and then gets everything once', (_name, fault) =>
      within(serveQdrant, async ({ bed, engine, main, fault: inject, faultsMet }) => {
        await bed.start({ from: 'notes', to: 'other' });
        await inject?.({ match: '/points/batch', ...fault, skip: 2, times: 3 });
        await bed.run();
        expect(await faultsMet?.()).toBe(3);
        expect(await bed.status()).toMatchObject({ state: 'done', parity: { missing: 0, extra: 0, changed: 0 } });
        expect(await payloads(engine, 2)).toEqual(await payloads(main, 1));
      }),
    );

    it('that lost what was moved there gives way to what was kept', () =>
      within(serveQdrant, async ({ bed, engine, main }) => {
        const before = await payloads(main, 1);
        await bed.start({ from: 'notes', to: 'other' });
        await bed.run();
        await engine.dropCollection(physicalName('notes', 2));
        await bed.start({ from: 'notes', back: true });
        await bed.run();
        expect(await bed.status()).toMatchObject({ state: 'done', parity: { missing: 0, extra: 0 } });
        expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'main', generation: 1 });
        expect(await payloads(main, 1)).toEqual(before);
      }));

    it('whose disk is full keeps the source answering, and the move goes on when there is room', () =>
      within(serveQdrant, async ({ bed, engine, main, fault: inject, clearFaults }) => {
        await bed.start({ from: 'notes', to: 'other' });
        await inject?.({ match: '/points/batch', status: 507, error: 'No space left on device', times: 1000 });
        await expect(bed.run()).rejects.toMatchObject({ code: 'ENGINE.FULL', retryable: true });
        expect(await bed.status()).toMatchObject({ phase: 'copying' });
        expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'main', generation: 1 });
        await clearFaults?.();
        await bed.run();
        expect(await payloads(engine, 2)).toEqual(await payloads(main, 1));
      }));
  });
} else {
  describe('between the embedded store and Qdrant', () => {
    it('is not tested here', (context) => context.skip(QDRANT.reason));
  });
}

if (CHROMA.kind === 'program') {
  describeMoves('Chroma', serveChroma);
} else {
  describe('between the embedded store and Chroma', () => {
    it('is not tested here', (context) => context.skip(CHROMA.kind === 'none' ? CHROMA.reason : 'it is ended and started again here'));
  });
}
