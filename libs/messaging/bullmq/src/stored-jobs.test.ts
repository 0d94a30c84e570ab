import { IngestDocument, defineQueue, ingestDocumentQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { queueKey } from './connection/keys.js';
import { BullmqQueues } from './index.js';
import { useRedis } from './test-redis.fixture.js';

const redis = useRedis();

// Any outside producer may write this, and any reader of Redis finds it: fields are only added.
const GOLDEN = `{"v":1,"collection":"docs","id":"guide/start.md","version":7,"content":"# Start","title":"Start","path":"guide/start.md","type":"doc",\
"lang":"md","repo":"handbook","module":"guide","tags":["a"],"user_id":"u1","acl":["group:readers"],"created_at":"2026-01-02T03:04:05Z",\
"modified_at":"2026-01-03","metadata":{"owner":"docs team","nested":{"n":1}}}`;

/** SHA-256 of all its fields. */
const DEDUP = '82653c2439f4f7cd67ff6c9191411c3fd219e48a33e3db2d36547c3d4a7de177';

it('keeps an ingest-document job in Redis as its documented JSON, and hands it over whole', async () => {
  const { url, prefix, client } = redis();
  const queues = await BullmqQueues.connect({ url, prefix });
  const document = IngestDocument.parse(JSON.parse(GOLDEN));
  const { id } = await queues.add(ingestDocumentQueue, document);
  const key = queueKey(prefix, 'ingest-document', id.slice('ingest-document.'.length));
  expect(await client.hget(key, 'data')).toBe(GOLDEN);
  expect(await client.hmget(key, 'name', 'priority', 'deid')).toEqual(['docs/guide/start.md', '10', DEDUP]);
  const seen: unknown[] = [];
  await queues.consume(ingestDocumentQueue, ({ data }) => (seen.push(data), Promise.resolve({ chunks: 1, version: 7 })), {
    concurrency: 1,
  });
  await eventually(() => seen.length === 1);
  expect(JSON.stringify(seen[0])).toBe(GOLDEN);
  await queues.close();
});

it('forgets a dead letter over its age when a process begins, also a lone one, and keeps younger ones', async () => {
  const { url, prefix, client } = redis();
  const queue = defineQueue({ name: 'aged-work', data: z.object({ n: z.number() }), result: z.object({}) });
  const queues = await BullmqQueues.connect({ url, prefix });
  const fails = () => Promise.reject(permanent('A.B', 'broken'));
  const consumer = await queues.consume(queue, fails, { concurrency: 1 });
  const [old, young] = await queues.addMany(queue, [{ n: 1 }, { n: 2 }]);
  await eventually(async () => (await queues.counts(queue)).dead === 2);
  await consumer.stop(1000);
  const month = Date.now() - queue.retention.deadMs - 1000;
  await client.zadd(queueKey(prefix, queue.name, 'failed'), month, (old?.id ?? '').slice(queue.name.length + 1));
  await queues.consume(queue, fails, { concurrency: 1 });
  await eventually(async () => (await queues.counts(queue)).dead === 1);
  expect([await queues.get(old?.id ?? ''), (await queues.get(young?.id ?? ''))?.state]).toEqual([undefined, 'dead']);
  await queues.close();
});
