import { QdrantEngine } from '@tributary/engines-qdrant';
import { findQdrantProgram, startQdrantServer, type QdrantServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolCalled, writtenBy } from '../testbed/adoption-bed.fixture.js';
import { writeToQdrant } from '../testbed/foreign-servers.fixture.js';
import { PASSAGES } from '../testbed/other-tools.fixture.js';
import { RealEngineBed } from '../testbed/real-engine.fixture.js';

const supply = findQdrantProgram();

if (supply.kind === 'none') {
  it('is not tested here', (context) => context.skip(supply.reason));
} else {
  const { command } = supply;
  describe('a collection whose maker changed its vectors', { timeout: 120_000 }, () => {
    let server: QdrantServer;
    let bed: RealEngineBed;
    beforeAll(async () => {
      server = await startQdrantServer(command, { ORACLE_STRICT_FIELDS: '1' });
      bed = await RealEngineBed.over(QdrantEngine.open({ name: 'vectors', settings: { url: server.url, instance: 'test' } }));
    }, 120_000);
    afterAll(async () => {
      await bed.close();
      await server.remove();
    });

    const tool = toolCalled('mcp-server-qdrant');
    const changes = [
      ['name', { name: 'fast-other', size: 256, status: 'failed' }],
      ['dimension', { name: tool.vector, size: 12, status: 'incompatible' }],
    ] as const;
    it.each(changes)('is still searched by its words: another %s', async (change, { name, size, status }) => {
      const points = await writtenBy(tool, bed.model);
      const collection = `changed-${change}`;
      await writeToQdrant(server.url, { collection, tool, points });
      const record = await bed.adopt(collection);
      await fetch(`${server.url}/collections/${collection}`, { method: 'DELETE' });
      const anew = points.map((point) => ({ ...point, vectors: new Map([[name, new Float32Array(size).fill(1)]]) }));
      await writeToQdrant(server.url, { collection, tool: { ...tool, vector: name }, points: anew });
      const worming = PASSAGES.find(({ file }) => file === 'cat.md')?.text;
      expect(await bed.best(record, 'worming tablet')).toEqual({ semantic: status, keyword: worming, fuzzy: worming });
    });
  });
}
