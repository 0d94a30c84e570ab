import { ingestDocumentQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { BullmqQueues } from '@tributary/messaging-bullmq';
import type { JobHandler } from '@tributary/messaging-port';
import { createLogger, openTracing } from '@tributary/platform';
import { createProcessMetrics } from '@tributary/platform/metrics';
import { eventually, findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { expect, it, type TestContext } from 'vitest';
import { ObservedQueues } from './observed-queues.js';
import { Observing } from './observing.js';

const PROCESS = { service: 'test', version: '1' };
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const TRACE = `00-${TRACE_ID}-b7ad6b7169203331-01`;
const DOCUMENT = { collection: 'docs', id: 'a', content: 'Text.', trace: TRACE };
const COUNTED = /^tributary_job_duration_seconds_count\{.*outcome="failed".*\} (\d+)$/mu;

/** Queues of a process, what it logs, and a foreign hand in its Redis. */
async function world({ command }: { readonly command: string }) {
  const server = await startRedisServer(command);
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) }; // safe: the logger writes objects
  const logger = createLogger({ level: 'info', format: 'json' }, { component: 'test', destination });
  const log = (message: string, fields = {}) => {
    logger.warn(message, fields);
  };
  const observing = new Observing({
    metrics: createProcessMetrics(PROCESS),
    tracing: await openTracing({ headers: {}, sampleRatio: 1 }, PROCESS),
    logger,
  });
  const queues = new ObservedQueues(await BullmqQueues.connect({ url: server.url, log }), observing, () => undefined);
  const redis = new Redis(server.url);
  return {
    queues,
    redis,
    consume: (handler: JobHandler<typeof ingestDocumentQueue>) => queues.consume(ingestDocumentQueue, handler, { concurrency: 1 }),
    told: () => lines.filter(({ msg }) => msg === 'run failed'),
    /** Failed runs, and errors by this code. */
    counted: async (code: string) => {
      const text = await observing.metrics.text();
      return [Number(COUNTED.exec(text)?.[1] ?? 0), text.includes(`tributary_errors_total{code="${code}"`)];
    },
    [Symbol.asyncDispose]: async () => {
      redis.disconnect();
      await queues.close();
      await server.remove();
    },
  };
}

function program(context: TestContext) {
  const supply = findRedisProgram();
  return supply.kind === 'none' ? context.skip(supply.reason) : supply;
}

it('tells of a failed run with the ids of the call that caused it', async (context) => {
  await using here = await world(program(context));
  await here.consume(() => Promise.reject(permanent('A.B', 'broken')));
  const { id } = await here.queues.add(ingestDocumentQueue, DOCUMENT);
  await eventually(() => here.told().length > 0);
  expect(here.told()).toEqual([
    expect.objectContaining({ queue: 'ingest-document', job: id, attempt: 1, code: 'A.B', trace_id: TRACE_ID }),
  ]);
});

it('tells and counts a job of another program that is no document', async (context) => {
  await using here = await world(program(context));
  const base = '{tributary:ingest-document}:ingest-document:';
  await here.redis
    .multi()
    .hset(`${base}x`, { name: 'any', data: JSON.stringify({ trace: TRACE }), opts: '{}', timestamp: 1, delay: 0, priority: 0 })
    .rpush(`${base}wait`, 'x')
    .zadd(`${base}marker`, 0, '0')
    .exec();
  await here.consume(() => Promise.resolve({ chunks: 1, version: 1 }));
  await eventually(() => here.told().length > 0);
  expect(here.told()).toEqual([
    expect.objectContaining({
      queue: 'ingest-document',
      job: 'ingest-document.x',
      attempt: 1,
      code: 'QUEUE.PAYLOAD_INVALID',
      trace_id: TRACE_ID,
    }),
  ]);
  expect(await here.counted('QUEUE.PAYLOAD_INVALID')).toEqual([1, true]);
});

it('tells and counts a job whose runs were lost too often', async (context) => {
  await using here = await world(program(context));
  const { id } = await here.queues.add(ingestDocumentQueue, DOCUMENT);
  await here.redis.hset(`{tributary:ingest-document}:ingest-document:${id.slice('ingest-document.'.length)}`, 'stc', 20);
  await here.consume(() => Promise.resolve({ chunks: 1, version: 1 }));
  await eventually(() => here.told().length > 0);
  expect(here.told()).toEqual([expect.objectContaining({ job: id, code: 'JOB.PROCESS_DIED', trace_id: TRACE_ID })]);
  expect(await here.counted('JOB.PROCESS_DIED')).toEqual([1, true]);
});
