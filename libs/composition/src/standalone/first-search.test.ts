import { SearchRequest, localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { findQdrantProgram, startQdrantServer, startSlowLine, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { startStandalone } from './start-standalone.js';

/** Longer than a search waits for an engine to list its collections, however long it may take. */
const LISTING_MS = 900;

it(
  'knows the collections of its engines from the first search on, however slowly they are listed',
  { timeout: 120_000 },
  async (context) => {
    const supply = findQdrantProgram();
    if (supply.kind === 'none') return context.skip(supply.reason);
    await using qdrant = await startQdrantServer(supply.command);
    await using line = await startSlowLine(qdrant.url, { path: '/collections', delayMs: LISTING_MS });
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
      const { coverage } = await server.operations.search(SearchRequest.parse({ query: 'harbour', deadline_ms: 30_000 }), {
        principal: localOwner,
        signal: AbortSignal.timeout(30_000),
      });
      expect(coverage.map(({ collection }) => collection)).toEqual(['found']);
    } finally {
      await server.close();
    }
  },
);
