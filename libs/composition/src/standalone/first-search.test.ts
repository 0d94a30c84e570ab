import { once } from 'node:events';
import { createServer, request as askUpstream, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { SearchRequest, localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { findQdrantProgram, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { startStandalone } from './start-standalone.js';

/** Longer than a search waits for an engine to list its collections. */
const LISTING_MS = 900;

/** Qdrant behind a line on which nothing but the list of its collections is slow. */
async function slowlyListed(url: string) {
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = request;
    const upstream = askUpstream(new URL(request.url ?? '/', url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  };
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/collections') pass(request, response);
    else
      void pause(LISTING_MS).then(() => {
        pass(request, response);
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    url: `http://127.0.0.1:${address.port.toString()}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

it(
  'knows the collections of its engines from the first search on, however slowly they are listed',
  { timeout: 120_000 },
  async (context) => {
    const supply = findQdrantProgram();
    if (supply.kind === 'none') return context.skip(supply.reason);
    await using qdrant = await startQdrantServer(supply.command);
    await using line = await slowlyListed(qdrant.url);
    await using folder = await temporaryFolder();
    const made = await fetch(`${qdrant.url}/collections/found`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vectors: { size: 4, distance: 'Cosine' } }),
    });
    expect(made.status).toBe(200);
    const configuration = await loadConfiguration({
      environment: {},
      overrides: [
        { path: ['data', 'folder'], value: folder.path, flag: '--data' },
        { path: ['server', 'port'], value: 0, flag: '--port' },
        { path: ['engines'], value: { main: { type: 'embedded' }, other: { type: 'qdrant', url: line.url } }, flag: 'engines' },
        { path: ['primary'], value: 'main', flag: 'primary' },
      ],
    });
    const server = await startStandalone({ configuration, logger: silentLogger });
    try {
      const { coverage } = await server.operations.search(SearchRequest.parse({ query: 'harbour' }), {
        principal: localOwner,
        signal: AbortSignal.timeout(30_000),
      });
      expect(coverage.map(({ collection }) => collection)).toEqual(['found']);
    } finally {
      await server.close();
    }
  },
);
