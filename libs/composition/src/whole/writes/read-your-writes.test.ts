import { MapInput, PlaceInput, SearchRequest, localOwner } from '@tributary/contracts';
import { mergeWriteTokens } from '@tributary/kernel/ids';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Server } from '../../server/serve.js';
import { startStandalone } from '../../standalone/start-standalone.js';

const DOCUMENTS = 60;
const asOwner = () => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });

async function start(folder: string, engine: object | undefined): Promise<Server> {
  const others = engine === undefined ? {} : { other: engine };
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['engines'], value: { main: { type: 'embedded' }, ...others }, flag: 'engines' },
      { path: ['primary'], value: 'main', flag: 'primary' },
      ...(engine === undefined ? [] : [{ path: ['collections'], value: { there: { engine: 'other' } }, flag: 'collections' }]),
    ],
  });
  return startStandalone({ configuration, logger: silentLogger });
}

const ENGINES = [
  { name: 'embedded', supply: { kind: 'program' as const, command: '' }, open: () => Promise.resolve(undefined) },
  {
    name: 'qdrant',
    supply: findQdrantProgram(),
    open: async (command: string) => {
      const server = await startQdrantServer(command);
      return { settings: { type: 'qdrant', url: server.url }, remove: () => server.remove() };
    },
  },
  {
    name: 'chroma',
    supply: findChromaProgram(),
    open: async (command: string) => {
      const server = await startChromaServer(command);
      return { settings: { type: 'chroma', url: server.url }, remove: () => server.remove() };
    },
  },
];

describe.each(ENGINES)('a collection on $name', { timeout: 180_000 }, ({ name, supply, open }) => {
  const collection = name === 'embedded' ? 'here' : 'there';
  let folder: Awaited<ReturnType<typeof temporaryFolder>> | undefined;
  let other: Awaited<ReturnType<typeof open>>;
  let server: Server;
  let token: string | undefined;
  beforeAll(async () => {
    if (supply.kind === 'none') return;
    folder = await temporaryFolder();
    other = await open(supply.command);
    server = await start(folder.path, other?.settings);
    const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
      v: 1 as const,
      collection,
      id: `n${n.toString()}`,
      content: `Entry number${n.toString()} of the log of the lighthouse at the harbour.`,
    }));
    const outcomes = await server.operations.ingestDocuments(documents, asOwner());
    token = mergeWriteTokens(outcomes.flatMap((outcome) => outcome.token ?? []));
  }, 180_000);
  beforeEach((context) => {
    if (supply.kind === 'none') context.skip(supply.reason);
  });
  afterAll(async () => {
    if (folder === undefined) return;
    await server.close();
    await other?.remove();
    await folder.remove();
  });
  const ask = (query: string, after?: string) =>
    server.operations.search(
      SearchRequest.parse({ query, collections: [collection], limit: 100, after, wait_ms: 30_000, deadline_ms: 20_000 }),
      asOwner(),
    );

  it('answers a search that has the token of a write with everything that was accepted, and nothing that was deleted', async () => {
    const found = await ask('entry of the log of the lighthouse', token);
    expect(found.coverage).toMatchObject([{ collection, status: 'searched' }]);
    expect(found.coverage[0]?.reason).toBeUndefined();
    expect(found.hits).toHaveLength(DOCUMENTS);
    const { token: deleted } = await server.operations.delete({ ids: [`tributary://${collection}/n7`], dry_run: false }, asOwner());
    expect((await ask('number7', deleted)).hits.map(({ uri }) => uri)).not.toContain(`tributary://${collection}/n7#0`);
    const stored = await server.operations.store({ text: 'Entry number7 again.', collection, id: 'n7' }, asOwner());
    expect((await ask('number7', stored.token)).hits[0]?.uri).toBe(`tributary://${collection}/n7#0`);
  });

  it('has a map of all its points, or of a sample that is the same each time', async () => {
    const mapOf = (over: object) => server.operations.getMap(MapInput.parse({ collection, ...over }), asOwner());
    const whole = await mapOf({});
    expect(whole).toMatchObject({ total: DOCUMENTS, sampled: false });
    expect(new Set(whole.ids).size).toBe(DOCUMENTS);
    const part = await mapOf({ limit: 20 });
    expect(part).toMatchObject({ total: DOCUMENTS, sampled: true });
    expect(part.ids).toEqual(whole.ids.toSorted().slice(0, 20));
    expect((await mapOf({ limit: 20 })).coordinates).toBe(part.coordinates);
    const missing = whole.ids.filter((id) => !part.ids.includes(id)).slice(0, 3);
    const placed = await server.operations.placeOnMap(PlaceInput.parse({ collection, query: 'the lighthouse', ids: missing }), asOwner());
    expect(placed.notes).toEqual([]);
    expect(placed.query).toHaveLength(24);
    expect(placed.points.map(({ id }) => id).toSorted()).toEqual(missing.toSorted());
  });
});
