import type { IngestDocument } from '@tributary/contracts';
import { eventually, findChroma, findQdrantProgram, startChromaServer, startQdrantServer } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { OutageBed, outage, type Kind, type KillableServer } from './outage-bed.fixture.js';

const isLong = process.env['TRIBUTARY_TEST_LONG'] === '1';
/** How long the engine is away, in ms. */
const OUTAGES = isLong ? [1000, 5000, 15_000, 30_000] : [1500];
const DOCUMENTS = isLong ? 1000 : 80;

const QDRANT = findQdrantProgram();
const CHROMA = findChroma();

function note(collection: string, n: number, version = 1): IngestDocument {
  const text = `Note ${n.toString()}, version ${version.toString()}, about harbour ${(n % 7).toString()} and the ships in it.`;
  return { v: 1, collection, id: `n${n.toString()}`, version, content: text };
}

function notes(collection: string): readonly IngestDocument[] {
  return Array.from({ length: DOCUMENTS }, (_, n) => note(collection, n));
}

async function within(kind: Kind, work: (bed: OutageBed, server: KillableServer) => Promise<void>): Promise<void> {
  const server = await startServer(kind);
  const bed = await OutageBed.open(kind, server);
  try {
    await work(bed, server);
  } finally {
    await bed.close();
    await server.remove();
  }
}

function startServer(kind: Kind): Promise<KillableServer> {
  if (kind === 'Qdrant' && QDRANT.kind === 'program') return startQdrantServer(QDRANT.command);
  if (kind === 'Chroma' && CHROMA.kind === 'program') return startChromaServer(CHROMA.command);
  throw new Error(`no ${kind}`);
}

function describeOutages(kind: Kind): void {
  describe(`${kind} killed`, { timeout: 600_000 }, () => {
    it.each(OUTAGES)('for %i ms while documents are written: nothing acknowledged is lost, no job dies', (awayMs) =>
      within(kind, async (bed, server) => {
        await bed.accept([note('there', 0)]);
        await eventually(async () => (await bed.count('there', 'indexed')) > 0, 60_000);
        await bed.accept(notes('there').slice(1));
        await outage(server, awayMs);
        await bed.accept([note('there', 3, 2)]);
        await eventually(async () => (await bed.count('there', 'indexed')) === DOCUMENTS, 120_000);
        await bed.idle(60_000);
        expect([await bed.dead(), await bed.count('there', 'failed'), await bed.count('there', 'accepted')]).toEqual([0, 0, 0]);
        // What an engine that was never away holds of the same documents.
        await bed.accept([...notes('here'), note('here', 3, 2)]);
        await bed.idle(120_000);
        expect(await bed.points('there')).toHaveLength(DOCUMENTS);
        expect(await bed.points('there')).toEqual(await bed.points('here'));
      }),
    );

    it.each(OUTAGES)('for %i ms while a collection moves there: the move goes on by itself, and writes are not held up', (awayMs) =>
      within(kind, async (bed, server) => {
        await bed.accept(notes('here'));
        await bed.idle(120_000);
        await bed.move('here', 'other');
        await eventually(async () => (await bed.catalog.collections.get('here'))?.building.length === 1, 60_000);
        const away = outage(server, awayMs);
        await bed.accept([note('here', 1, 2), note('here', DOCUMENTS)]);
        await away;
        await eventually(async () => (await bed.catalog.collections.get('here'))?.engine === 'other', 120_000);
        await bed.idle(60_000);
        expect(await bed.dead()).toBe(0);
        expect(await bed.catalog.collections.get('here')).toMatchObject({ engine: 'other', building: [] });
        const texts = await bed.points('here');
        expect(texts).toHaveLength(DOCUMENTS + 1);
        expect(texts.filter((text) => text.includes('version 2'))).toHaveLength(1);
      }),
    );
  });
}

if (QDRANT.kind === 'program') {
  describeOutages('Qdrant');
} else {
  describe('Qdrant killed', () => {
    it('is not tested here', (context) => context.skip(QDRANT.reason));
  });
}

if (CHROMA.kind === 'program') {
  describeOutages('Chroma');
} else {
  describe('Chroma killed', () => {
    it('is not tested here', (context) => context.skip(CHROMA.kind === 'none' ? CHROMA.reason : 'a server of its own is needed'));
  });
}
