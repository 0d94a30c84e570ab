import { ingestDocumentQueue } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { Queue } from 'bullmq';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queueKey } from './connection/keys.js';
import { BullmqQueues } from './index.js';
import type { Queues } from '@tributary/messaging-port';
import { useRedis } from './test-redis.fixture.js';

const redis = useRedis();
let queues: Queues;
let outside: Queue;

beforeEach(async () => {
  const { url, prefix, client } = redis();
  queues = await BullmqQueues.connect({ url, prefix });
  // As the documentation tells a producer to do it.
  outside = new Queue('ingest-document', { prefix: `{${prefix}:ingest-document}`, connection: client });
});

afterEach(async () => {
  await outside.close();
  await queues.close();
});

it('takes in a plain BullMQ job with the contract’s options and dedup key', async () => {
  const { prefix, client } = redis();
  await outside.add('anything', { collection: 'docs', id: 'a.md', version: 1, content: 'text' });
  await outside.add('anything', { collection: 'docs', id: 'a.md', version: 1, content: 'text' });
  await outside.add('anything', { collection: 'docs', id: 'b.md', content: 'text' });
  let held: (() => void) | undefined;
  const seen: string[] = [];
  const mayEnd = new Promise<void>((resolve) => (held = resolve));
  await queues.consume(
    ingestDocumentQueue,
    async ({ data }) => {
      seen.push(`${data.collection}/${data.id}`);
      await mayEnd;
      return { chunks: 1, version: 1 };
    },
    { concurrency: 1 },
  );
  // One runs, so what else was taken in is still in line and can be looked at.
  await eventually(async () => seen.length === 1 && (await outside.getWaitingCount()) === 0);
  const waiting = await queues.list({ queue: 'ingest-document', state: 'waiting', limit: 10 });
  expect(waiting).toHaveLength(1);
  const own = waiting[0]?.id.slice('ingest-document.'.length) ?? '';
  const options = JSON.parse((await client.hget(queueKey(prefix, 'ingest-document', own), 'opts')) ?? '') as Record<string, unknown>; // safe: BullMQ keeps an object there
  expect(options).toMatchObject({ attempts: 5, priority: 10 });
  held?.();
  await eventually(async () => (await queues.list({ queue: 'ingest-document', state: 'done', limit: 10 })).length === 2);
  expect(seen.sort()).toEqual(['docs/a.md', 'docs/b.md']);
  expect(await queues.list({ queue: 'ingest-document', limit: 10 })).toHaveLength(2); // nothing is left of the plain jobs
});

it('keeps the priority that the producer of a plain job gave it', async () => {
  await outside.add('anything', { collection: 'docs', id: 'urgent', content: 'text' }, { priority: 1 });
  const seen: number[] = [];
  const run = ({ priority }: { readonly priority: number }) => (seen.push(priority), Promise.resolve({ chunks: 1, version: 1 }));
  await queues.consume(ingestDocumentQueue, run, { concurrency: 1 });
  await eventually(() => seen.length === 1);
  expect(seen).toEqual([1]);
});

it('declares a plain job that is no document dead at once, with the reason', async () => {
  await outside.add('anything', { collection: 'not/a name', id: 'x', content: 'private' });
  await queues.consume(ingestDocumentQueue, () => Promise.resolve({ chunks: 1, version: 1 }), { concurrency: 1 });
  await eventually(async () => (await queues.counts(ingestDocumentQueue)).dead === 1);
  const [dead] = await queues.list({ queue: 'ingest-document', state: 'dead', limit: 1 });
  expect(dead?.error?.code).toBe('QUEUE.PAYLOAD_INVALID');
  expect(dead?.error?.message).toContain('A collection name starts with');
  expect(dead?.error?.message).toContain('(not/a name/x)');
  expect(dead?.error?.message).not.toContain('private');
});

it('declares a plain job dead that says in a field nobody knows who may read its document', async () => {
  await outside.add('anything', { collection: 'docs', id: 'secret', content: 'text', userId: 'bob' });
  await queues.consume(ingestDocumentQueue, () => Promise.resolve({ chunks: 1, version: 1 }), { concurrency: 1 });
  await eventually(async () => {
    const [dead] = await queues.list({ queue: 'ingest-document', state: 'dead', limit: 1 });
    expect(dead?.error?.message).toContain('(docs/secret) is not what the queue declares: Unknown field "userId" (do you mean user_id?)');
  });
});

it('keeps the dead letter of a plain job whose producer wants it removed', async () => {
  const before = (await queues.counts(ingestDocumentQueue)).dead;
  await outside.add('anything', { collection: 'docs', id: '' }, { removeOnFail: true });
  await outside.add('anything', { collection: 'docs', id: '' }, { removeOnFail: { count: 0 } });
  await queues.consume(ingestDocumentQueue, () => Promise.resolve({ chunks: 1, version: 1 }), { concurrency: 1 });
  await eventually(async () => (await queues.counts(ingestDocumentQueue)).dead === before + 2);
});

it('declares a job whose payload is not even JSON dead at once', async () => {
  const { prefix, client } = redis();
  const { id = '' } = await outside.add('anything', {});
  await client.hset(queueKey(prefix, 'ingest-document', id), 'data', '{"collection":');
  await queues.consume(ingestDocumentQueue, () => Promise.resolve({ chunks: 1, version: 1 }), { concurrency: 1 });
  await eventually(async () => (await queues.get(`ingest-document.${id}`))?.state === 'dead');
});
