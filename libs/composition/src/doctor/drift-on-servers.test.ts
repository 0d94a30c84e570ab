import type { IngestDocument } from '@tributary/contracts';
import { physicalName } from '@tributary/engines-port';
import { Examine } from '@tributary/ingestion';
import { parseQuery } from '@tributary/ranking';
import { eventually, findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer } from '@tributary/testing';
import { describe, expect, it, type TestContext } from 'vitest';
import { OutageBed, type Kind, type KillableServer } from '../whole/outages/outage-bed.fixture.js';
import { removePoint } from './remove-point.fixture.js';

const COLLECTION = 'there';
const DOCUMENTS = 3;

/** A note of several passages. */
function note(n: number): IngestDocument {
  const paragraph = `Harbour ${n.toString()} lies behind the long mole, where ships wait for the tide and the pilots for the ships. `;
  return { v: 1, collection: COLLECTION, id: `n${n.toString()}`, version: 1, content: paragraph.repeat(30) };
}

async function startServer(kind: Kind, context: TestContext): Promise<KillableServer> {
  const supply = kind === 'Qdrant' ? findQdrantProgram() : findChromaProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  return kind === 'Qdrant' ? startQdrantServer(supply.command) : startChromaServer(supply.command);
}

/** Three notes on the server, all of them indexed. */
async function withNotes(kind: Kind, context: TestContext, work: (bed: OutageBed, server: KillableServer) => Promise<void>): Promise<void> {
  const server = await startServer(kind, context);
  const bed = await OutageBed.open(kind, server);
  try {
    await bed.accept(Array.from({ length: DOCUMENTS }, (_, n) => note(n)));
    await eventually(async () => (await bed.count(COLLECTION, 'indexed')) === DOCUMENTS, 60_000);
    await work(bed, server);
  } finally {
    await bed.close();
    await server.remove();
  }
}

const examine = ({ collaborators }: OutageBed, repair = false) => new Examine(collaborators).run({ repair }, AbortSignal.timeout(120_000));

/** Documents whose passages a word finds. */
async function foundByWord({ engines }: OutageBed, word: string): Promise<number> {
  const { terms } = parseQuery(word);
  const { candidates } = await engines
    .get('other')
    .nominate({ collection: physicalName(COLLECTION, 1), lanes: ['keyword'], limit: 100, terms });
  return new Set(candidates.map(({ docId }) => docId)).size;
}

describe.each(['Qdrant', 'Chroma'] as const)('doctor, over %s', { timeout: 300_000 }, (kind) => {
  it('finds nothing where nothing differs', (context) =>
    withNotes(kind, context, async (bed) => {
      expect(await examine(bed)).toMatchObject({ found: 0 });
    }));

  it('names a document of which another program removed a passage, and says in its row that its text is gone', (context) =>
    withNotes(kind, context, async (bed, server) => {
      await removePoint(kind, server.url);
      expect((await examine(bed)).examples).toMatchObject([{ kind: 'missing-points', collection: COLLECTION }]);
      expect(await examine(bed, true)).toMatchObject({ found: 1, remaining: 0 });
      expect(await bed.count(COLLECTION, 'failed')).toBe(1);
    }));
});

describe('doctor, over an engine whose words lie in the primary one', { timeout: 300_000 }, () => {
  it('indexes the words again from the points where their index is gone: no document is taken for lost', (context) =>
    withNotes('Chroma', context, async (bed) => {
      for (const { name } of await bed.engines.primary.listCollections()) await bed.engines.primary.dropCollection(name);
      expect((await examine(bed)).examples).toMatchObject([{ kind: 'missing-words', collection: COLLECTION }]);
      expect(await examine(bed, true)).toMatchObject({ found: 1, remaining: 0 });
      expect(await bed.count(COLLECTION, 'indexed')).toBe(DOCUMENTS);
      expect(await foundByWord(bed, 'pilots')).toBe(DOCUMENTS);
    }));
});
