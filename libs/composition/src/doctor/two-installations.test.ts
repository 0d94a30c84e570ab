import { physicalName, writablePlaces } from '@tributary/engines-port';
import { EnsureCollection, Examine, RemoveCollection } from '@tributary/ingestion';
import { eventually, findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer } from '@tributary/testing';
import { describe, expect, it, type TestContext } from 'vitest';
import { OutageBed, type Kind } from '../whole/outages/outage-bed.fixture.js';

const COLLECTION = 'there';

async function startServer(kind: Kind, context: TestContext) {
  const supply = kind === 'Qdrant' ? findQdrantProgram() : findChromaProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  return kind === 'Qdrant' ? startQdrantServer(supply.command) : startChromaServer(supply.command);
}

/** Two installations that use one server; the first has a note in its collection there. */
async function withTwo(kind: Kind, context: TestContext, work: (first: OutageBed, second: OutageBed) => Promise<void>): Promise<void> {
  const server = await startServer(kind, context);
  const [first, second] = [await OutageBed.open(kind, server), await OutageBed.open(kind, server)];
  try {
    await first.accept([{ v: 1, collection: COLLECTION, id: 'a', version: 1, content: 'Of the first installation alone.' }]);
    await eventually(async () => (await first.count(COLLECTION, 'indexed')) === 1, 60_000);
    await work(first, second);
  } finally {
    await first.close();
    await second.close();
    await server.remove();
  }
}

const repair = ({ collaborators }: OutageBed) => new Examine(collaborators).run({ repair: true }, AbortSignal.timeout(120_000));
const namesOf = async ({ engines }: OutageBed) => (await engines.get('other').listCollections()).map(({ name }) => name);

describe.each(['Qdrant', 'Chroma'] as const)('two installations on one server, %s', { timeout: 300_000 }, (kind) => {
  it('refuses the second a name that the first has, and removing what came of it drops nothing of the first', (context) =>
    withTwo(kind, context, async (first, second) => {
      await expect(new EnsureCollection(second.collaborators).run(COLLECTION)).rejects.toMatchObject({ code: 'COLLECTION.EXISTS' });
      await new RemoveCollection(second.collaborators).run(COLLECTION);
      await second.idle(60_000);
      expect(await first.points(COLLECTION)).toHaveLength(1);
    }));

  it('ends a move of the second to a generation that the first has, drops nothing of it, and what was to move answers as before', (context) =>
    withTwo(kind, context, async (first, second) => {
      const record = await first.catalog.collections.get(COLLECTION);
      if (record === undefined) throw new Error('The first installation has made the collection.');
      await first.engines.get('other').createCollection(physicalName('here', 2), record.card);
      await second.accept([{ v: 1, collection: 'here', id: 'b', version: 1, content: 'Of the second installation alone.' }]);
      await second.idle(60_000);
      await second.move('here', 'other');
      await second.idle(120_000);
      expect(await namesOf(first)).toEqual([physicalName('here', 2), physicalName(COLLECTION, 1)]);
      expect(await second.catalog.collections.get('here')).toMatchObject({ engine: 'main', generation: 1, building: [] });
      expect(await second.points('here')).toHaveLength(1);
    }));

  it('drops no generation of the second in a repair of the first', (context) =>
    withTwo(kind, context, async (first, second) => {
      const { catalog, engines } = first;
      const engine = engines.get('other');
      const record = await catalog.collections.get(COLLECTION);
      if (record === undefined) throw new Error('The first installation has made the collection.');
      // As a move leaves it: generation 2 answers, generation 1 is gone.
      await engine.createCollection(physicalName(COLLECTION, 2), record.card);
      await catalog.collections.change(COLLECTION, (present = record) => ({ set: { ...present, generation: 2 } }));
      await engine.dropCollection(physicalName(COLLECTION, 1));
      const made = await new EnsureCollection(second.collaborators).run(COLLECTION);
      expect(writablePlaces(made).map(({ name }) => name)).toEqual([physicalName(COLLECTION, 1)]);
      await repair(first);
      expect([await namesOf(first), await namesOf(second)]).toEqual([[physicalName(COLLECTION, 2)], [physicalName(COLLECTION, 1)]]);
    }));
});
