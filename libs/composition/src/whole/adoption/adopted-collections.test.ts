import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { AdoptAnswer, AdoptInput, SearchRequest, StoreInput, localOwner, type AdoptRequest } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, findChromaProgram, freePort, startChromaServer, temporaryFolder, type ChromaServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../server/serve.js';
import { startStandalone } from '../../standalone/start-standalone.js';

const TEXTS = [
  'The boiler in the cellar is drained every spring and refilled with soft water.',
  'Slates on the north side were replaced after the storm in January.',
  'The cat takes a worming tablet every three months, hidden in tuna.',
  'The guest network is switched off at night by a timer of the router.',
];
const DATABASE = '/api/v2/tenants/default_tenant/databases/default_database/collections';

async function send(url: string, method: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** A collection as a script of somebody else makes it. */
async function writeCollection(url: string, name: string): Promise<void> {
  const vectors = await new StaticEmbeddingProvider().embed(TEXTS);
  const made = await send(url + DATABASE, 'POST', { name });
  const id = typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : '';
  await send(`${url}${DATABASE}/${id}/add`, 'POST', {
    ids: TEXTS.map((_, at) => `row-${at.toString()}`),
    embeddings: vectors.map((vector) => [...vector]),
    documents: TEXTS,
    metadatas: TEXTS.map((_, at) => ({ source: `house-${at.toString()}.md` })),
  });
}

async function start(folder: string, engines: object): Promise<Server> {
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['engines'], value: { main: { type: 'embedded' }, ...engines }, flag: 'engines' },
      { path: ['primary'], value: 'main', flag: 'primary' },
    ],
  });
  return startStandalone({ configuration, logger: silentLogger });
}

const asOwner = () => ({ principal: localOwner, signal: AbortSignal.timeout(20_000) });
const search = ({ operations }: Server, query: string, collections = ['*']) =>
  operations.search(SearchRequest.parse({ query, collections, deadline_ms: 5000 }), asOwner());
const listed = async ({ operations }: Server) =>
  (await operations.listCollections(asOwner())).map(({ name, foreign, engine }) => [name, foreign, engine]);
const adopt = ({ operations }: Server, input: AdoptRequest) => operations.adoptCollections(AdoptInput.parse(input), asOwner());

const supply = findChromaProgram();

if (supply.kind === 'none') {
  it('is not tested with Chroma here', (context) => context.skip(supply.reason));
} else {
  describe('a server beside a Chroma that somebody else fills', { timeout: 120_000 }, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let chroma: ChromaServer;
    let server: Server;
    let gone: number;
    beforeAll(async () => {
      folder = await temporaryFolder();
      gone = await freePort();
      chroma = await startChromaServer(supply.command);
      await writeCollection(chroma.url, 'house');
      server = await start(folder.path, {
        chroma: { type: 'chroma', url: chroma.url },
        away: { type: 'chroma', url: `http://127.0.0.1:${gone.toString()}` },
      });
    }, 120_000);
    afterAll(async () => {
      await server.close();
      await chroma.remove();
      await folder.remove();
    });

    it('starts although an engine is away, and says so wherever everything is meant', async () => {
      await eventually(async () => {
        expect(await listed(server)).toEqual([
          ['away/*', 'found', 'away'],
          ['house', 'found', 'chroma'],
        ]);
      }, 20_000);
      const ready = await fetch(`${server.url}/health/ready`);
      expect(ready.status).toBe(200);
      expect(await ready.text()).toContain('down: ');
      const { coverage } = await search(server, 'cat');
      expect(coverage.find(({ engine }) => engine === 'away')).toMatchObject({ collection: 'away/*', candidates: 0 });
    });

    it('searches what nobody adopted by its vectors, once its model is known', async () => {
      await eventually(async () => {
        const { hits, coverage } = await search(server, 'worming tablet');
        expect(hits[0]).toMatchObject({ collection: 'house', content: TEXTS[2], title: 'house-2.md' });
        expect(coverage.find(({ collection }) => collection === 'house')).toMatchObject({
          engine: 'chroma',
          status: 'partial',
          lanes: { semantic: { status: 'searched' }, keyword: { status: 'stale' } },
        });
      }, 20_000);
    });

    it('finds a collection made meanwhile in the next list', async () => {
      await writeCollection(chroma.url, 'later');
      expect(await listed(server)).toContainEqual(['later', 'found', 'chroma']);
    });

    it('binds it over HTTP by the URL of its engine, shows how sure it is, and searches its words once they are indexed', async () => {
      const response = await fetch(`${server.url}/api/collections/house/adopt`, {
        method: 'POST',
        body: JSON.stringify({ engine: `${chroma.url}/` }),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
      });
      expect(response.status).toBe(200);
      const { engine, collections } = AdoptAnswer.parse(await response.json());
      expect(engine).toBe('chroma');
      expect(collections).toMatchObject([{ name: 'house', adopted: true, points: 4, card: { model: { name: 'static' } } }]);
      expect(collections[0]?.findings.map(({ what, value, certainty }) => [what, value, certainty])).toContainEqual([
        'model',
        'static',
        'likely',
      ]);
      await eventually(async () => {
        const { coverage, hits } = await search(server, 'worming tablet', ['house']);
        expect(coverage).toMatchObject([
          { status: 'searched', lanes: { semantic: { status: 'searched' }, keyword: { status: 'searched' } } },
        ]);
        expect(hits[0]?.content).toBe(TEXTS[2]);
      }, 20_000);
      expect(await listed(server)).toContainEqual(['house', 'adopted', 'chroma']);
    });

    it('hands out its passages by address, and takes no folder in', async () => {
      const { hits } = await search(server, 'worming tablet', ['house']);
      const read = await server.operations.fetch({ uri: hits[0]?.uri ?? '', token_budget: 1000 }, asOwner());
      expect(read.content).toBe(TEXTS[2]);
      const location = await mkdtemp(join(folder.path, 'files-'));
      const added = server.operations.addSource({ location, collection: 'house', trusted_path: true, wait_ms: 0 }, asOwner());
      await expect(added).rejects.toMatchObject({ code: 'COLLECTION.ADOPTED' });
    });

    it('says which lines configure an engine that is not', async () => {
      const refused = adopt(server, { engine: 'http://127.0.0.1:6333' });
      await expect(refused).rejects.toMatchObject({ code: 'ENGINE.NOT_CONFIGURED' });
      await expect(refused).rejects.toThrow(/engines:\n {2}other:\n {4}type: qdrant\n {4}url: http:\/\/127\.0\.0\.1:6333/);
    });

    it('forgets the card of a removed one and never its data', async () => {
      await server.operations.removeCollection('house', asOwner());
      expect(await listed(server)).toContainEqual(['house', 'found', 'chroma']);
      expect((await search(server, 'worming tablet', ['chroma/house'])).hits[0]?.content).toBe(TEXTS[2]);
    });

    it('begins anew under the name of a removed one: what was stored through it is stored again', async () => {
      await adopt(server, { engine: 'chroma', collection: 'house', as: 'memories' });
      const note = { text: 'The zeppelin is moored behind the barn.', id: 'barn', collection: 'memories' };
      const store = () => server.operations.store(StoreInput.parse(note), asOwner());
      const found = async (after: string) => {
        const request = { query: 'zeppelin', collections: ['memories'], algorithm: 'keyword' as const, after, deadline_ms: 5000 };
        return (await server.operations.search(SearchRequest.parse(request), asOwner())).hits.map(({ content }) => content);
      };
      const { token } = await store();
      // The words of what was just adopted are still being read.
      await eventually(async () => {
        expect(await found(token)).toEqual([note.text]);
      }, 20_000);
      await server.operations.removeCollection('memories', asOwner());
      expect(await found((await store()).token)).toEqual([note.text]);
      expect(await listed(server)).toContainEqual(['memories', undefined, 'main']);
      // What the maker of the adopted one has stays, and what was stored there with it.
      expect((await search(server, 'zeppelin', ['chroma/house'])).hits[0]?.content).toBe(note.text);
    });
  });
}
