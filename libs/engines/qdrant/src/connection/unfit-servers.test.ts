import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { freePort } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { describeServed } from '../conformance/use-server.fixture.js';
import { QdrantEngine } from '../index.js';

const KEY = 'secret-key-of-the-test';

function engineAt(url: string, apiKey?: string): QdrantEngine {
  return QdrantEngine.open({ name: 'far', settings: { url, apiKey }, common: { model: 'common', dimension: 8 } });
}

async function withServer<T>(answer: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    return await use(`http://127.0.0.1:${typeof address === 'object' && address ? address.port.toString() : ''}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const json =
  (body: object): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  };

describe('a server that is none of ours', () => {
  it.each([
    ['another program', json({ name: 'something', version: '1.0.0' })],
    ['a web page', (_, response) => response.end('<html>welcome</html>')],
  ] satisfies [string, RequestListener][])('is told apart: %s', async (_, answer) => {
    await withServer(answer, async (url) => {
      const engine = engineAt(url);
      await expect(engine.count('any__g1')).rejects.toMatchObject({ code: 'ENGINE.NOT_QDRANT', retryable: false });
      expect(await engine.health()).toMatchObject({ status: 'down', detail: expect.stringContaining('far') as string }); // safe: a matcher stands for a text
    });
  });

  it('is refused below version 1.17, with its version and the one that is needed', async () => {
    await withServer(json({ title: 'qdrant - vector search engine', version: '1.16.3' }), async (url) => {
      const refused = engineAt(url).count('any__g1');
      await expect(refused).rejects.toMatchObject({ code: 'ENGINE.VERSION_UNSUPPORTED' });
      await expect(refused).rejects.toThrow(/1\.16\.3.*1\.17/);
    });
  });

  it('is not waited for once the engine is closed, and not asked again', async () => {
    const asked = Promise.withResolvers<undefined>();
    await withServer(
      () => {
        asked.resolve(undefined);
      },
      async (url) => {
        const engine = engineAt(url);
        const counted = engine.count('any__g1');
        await asked.promise;
        await Promise.all([expect(counted).rejects.toMatchObject({ code: 'ENGINE.CLOSED' }), engine.close()]);
        await expect(engine.count('any__g1')).rejects.toMatchObject({ code: 'ENGINE.CLOSED' });
      },
    );
  });

  it('is unavailable where nobody listens', async () => {
    const engine = engineAt(`http://127.0.0.1:${(await freePort()).toString()}`);
    expect(await engine.health()).toMatchObject({ name: 'far', kind: 'qdrant', status: 'down' });
    await expect(engine.count('any__g1', undefined, { signal: AbortSignal.timeout(400) })).rejects.toThrow(/timeout|reached/i);
  });

  it('is down within seconds where it takes connections and answers nothing, however patient its requests are', { timeout: 15_000 }, () =>
    withServer(
      () => undefined,
      async (url) => {
        const health = await engineAt(url).health();
        expect(health).toMatchObject({ status: 'down', detail: expect.stringContaining(`far at ${url}: no answer in time`) as string }); // safe: as above
      },
    ),
  );
});

describeServed({ name: 'a server with a key', settings: { QDRANT__SERVICE__API_KEY: KEY }, apiKey: KEY }, (served) => {
  it('serves whoever has it', async () => {
    const { engine } = served();
    await engine.createCollection('test-key__g1', sampleCard(8));
    expect(await engine.writeDocument(sampleDocument({ collection: 'test-key__g1', key: 'a', chunks: ['a'] }))).toMatchObject({
      outcome: 'written',
    });
    expect(await engine.health()).toMatchObject({ status: 'up' });
  });

  it.each([
    ['another', 'wrong-key-of-the-test'],
    ['none', undefined],
  ])('refuses %s, is down for it, and no message shows it', async (_, key) => {
    const engine = engineAt(served().server.url, key);
    const health = await engine.health();
    expect(health).toMatchObject({ status: 'down', detail: expect.stringContaining('refused the API key') as string }); // safe: a matcher stands for a text
    expect(health.detail).not.toContain('key-of-the-test');
    const error: unknown = await engine.count('test-key__g1').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ENGINE.DENIED', retryable: false, message: expect.stringContaining('api_key') as string }); // safe: a matcher stands for a text
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('key-of-the-test');
  });
});

describeServed({ name: 'a server behind a prefix' }, (served) => {
  it('is found under the path of the url', async () => {
    const target = served().server.url;
    const proxy: RequestListener = (request, response) => {
      if (!request.url?.startsWith('/vectors/')) return void response.writeHead(404).end('nothing here');
      void fetch(target + request.url.slice('/vectors'.length)).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      });
    };
    await withServer(proxy, async (url) => {
      expect(await engineAt(`${url}/vectors`).health()).toMatchObject({ status: 'up' });
      await expect(engineAt(url).getCollection('any')).rejects.toMatchObject({ code: 'ENGINE.NOT_QDRANT' });
    });
  });

  it('loses a collection during a search', async () => {
    const { engine } = served();
    await engine.createCollection('test-lost__g1', sampleCard(8));
    await engine.writeDocument(sampleDocument({ collection: 'test-lost__g1', key: 'a', chunks: ['a'] }));
    await fetch(`${served().server.url}/collections/test-lost__g1`, { method: 'DELETE' });
    const search = engine.nominate({
      collection: 'test-lost__g1',
      lanes: ['semantic'],
      limit: 1,
      terms: [],
      vector: new Float32Array(8).fill(1),
    });
    await expect(search).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await expect(search).rejects.toThrow(/main.*test-lost__g1/);
  });
});

for (const version of ['1.17.1', '1.18.3', '1.19.0']) {
  describeServed({ name: `Qdrant ${version}`, settings: { ORACLE_VERSION: version } }, (served) => {
    it('is written to, searched by all lanes and filtered', async () => {
      const { engine } = served();
      const collection = 'test-version__g1';
      await engine.createCollection(collection, sampleCard(8));
      const document = sampleDocument({
        collection,
        key: 'a',
        title: 'about',
        chunks: [{ content: 'words to find', payload: { tags: ['x'] } }],
      });
      await engine.writeDocument(document);
      await engine.writeDocument({
        ...document,
        version: 2,
        points: document.points.map((point) => ({ ...point, payload: { ...point.payload, doc_version: 2 } })),
      });
      const vector = document.points[0]?.vector ?? new Float32Array(8);
      const filter = {
        must: [
          { key: 'tags', values_count: { lte: 1 } },
          { key: 'sym', values_count: { lt: 1 } },
        ],
      };
      const found = await engine.nominate({
        collection,
        lanes: ['semantic', 'keyword', 'fuzzy'],
        limit: 3,
        vector,
        terms: [{ id: 1, weight: 1 }],
        words: ['fund', 'find'],
        filter,
      });
      expect(found.candidates).toMatchObject([{ docVersion: 2 }]);
      expect(found.lanes).toMatchObject({ semantic: { ranking: [{ candidate: 0 }] }, fuzzy: { ranking: [{ candidate: 0 }] } });
      expect(await engine.health()).toMatchObject({ status: 'up', detail: `Qdrant ${version}` });
    });
  });
}
