import { QdrantEngine } from '@tributary/engines-qdrant';
import { findQdrantProgram, startQdrantServer, type QdrantServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itIsBoundAndSearched, toolsOf } from '../testbed/adopted-tools.fixture.js';
import { writtenBy } from '../testbed/adoption-bed.fixture.js';
import { requestsTo, writeToQdrant } from '../testbed/foreign-servers.fixture.js';
import { RealEngineBed } from '../testbed/real-engine.fixture.js';

const supply = findQdrantProgram();
const tools = toolsOf('qdrant');

/** What may be asked of a collection without changing it. */
const READS = /^(GET |POST \/collections\/[^/]+\/(points|points\/(scroll|query|query\/batch|count|search))$)/;

if (supply.kind === 'none') {
  it('is not tested here', (context) => context.skip(supply.reason));
} else {
  const { command } = supply;
  describe('a collection on a Qdrant server, written by', { timeout: 120_000 }, () => {
    let server: QdrantServer;
    let bed: RealEngineBed;
    beforeAll(async () => {
      server = await startQdrantServer(command, { ORACLE_RECORD: '100000', ORACLE_STRICT_FIELDS: '1' });
      bed = await RealEngineBed.over(QdrantEngine.open({ name: 'vectors', settings: { url: server.url, instance: 'test' } }));
      for (const [, tool, collection] of tools) {
        await writeToQdrant(server.url, { collection, tool, points: await writtenBy(tool, bed.model) });
      }
      await fetch(`${server.url}/oracle/requests`, { method: 'DELETE' });
    }, 120_000);
    afterAll(async () => {
      await bed.close();
      await server.remove();
    });

    itIsBoundAndSearched(tools, () => bed);

    it('anybody has seen no request that writes, released or not', async () => {
      await bed.release(await bed.adopt(tools[0]?.[2] ?? ''));
      const requests = await requestsTo(server.url);
      expect(requests.some((request) => request.includes('/points/query'))).toBe(true);
      expect(requests.filter((request) => !READS.test(request))).toEqual([]);
    });
  });
}
