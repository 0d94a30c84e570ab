import { ingestDocumentQueue } from '@tributary/contracts';
import { AcceptDocuments } from '@tributary/ingestion';
import { eventually, findRedisProgram, startRedisServer, temporaryFolder } from '@tributary/testing';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { partsOverRedis } from './redis-parts.fixture.js';

/** Of the memory that is used, so that it is more than 80 % of what there is and less than all. */
const HEADROOM = 1.1;

it('refuses documents before their rows are written while Redis is nearly full, and takes them once it has room', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  await using folder = await temporaryFolder();
  const parts = await partsOverRedis({ folder: folder.path, redisUrl: redis.url });
  const operator = new Redis(redis.url);
  try {
    const used = Number(/^used_memory:(\d+)/m.exec(await operator.info('memory'))?.[1]);
    await operator.config('SET', 'maxmemory', Math.round(used * HEADROOM).toString());
    const accept = new AcceptDocuments(parts);
    const handIn = () => accept.run([{ v: 1, collection: 'notes', id: 'a', content: 'Lamp.' }]);
    await expect(handIn()).rejects.toMatchObject({ code: 'QUEUE.BACKPRESSURE', category: 'overloaded', retryAfterMs: 1000 });
    await expect(handIn()).rejects.toThrow(/Redis uses \d+ % of its memory/);
    expect(await parts.catalog.documents.count({ collection: 'notes' })).toBe(0);
    await operator.config('SET', 'maxmemory', '0');
    await eventually(async () => {
      expect(await handIn()).toMatchObject([{ id: 'a', status: 'accepted' }]);
    });
    expect((await parts.queues.counts(ingestDocumentQueue)).waiting).toBe(1);
  } finally {
    operator.disconnect();
    await parts.close();
  }
});
