import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ingestDocumentQueue } from '@tributary/contracts';
import { AcceptDocuments } from '@tributary/ingestion';
import { eventually, findRedisProgram, startRedisServer, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import type { Parts } from '../../parts/compose-parts.js';
import { embedderRole } from '../../roles/embedder.js';
import { ingestWorkerRole } from '../../roles/ingest-worker.js';
import { partsOverRedis } from './redis-parts.fixture.js';

const MINUTE_MS = 60_000;
const DOCUMENTS = 40;

@Module({})
class Workers {
  /** Nothing is taken up at the start: the sweeps that follow have to. */
  static over(parts: Parts): DynamicModule {
    return {
      module: Workers,
      imports: [embedderRole(parts), ingestWorkerRole(parts, { upkeepDelayMs: 60 * MINUTE_MS, sweepEveryMs: 200 })],
    };
  }
}

/** Counting needs one connection to Redis, taking jobs needs another too, which may be back later. */
async function expectToTakeJobs({ queues }: Parts): Promise<void> {
  const consumer = await queues.consume(ingestDocumentQueue, () => Promise.reject(new Error('There is no job.')), { concurrency: 1 });
  await consumer.stop(0);
}

it('indexes what was accepted before Redis lost its data, without a restart', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  await using folder = await temporaryFolder();
  const parts = await partsOverRedis({ folder: folder.path, redisUrl: redis.url });
  const count = (state: string) => parts.catalog.documents.count({ collection: 'notes', state });
  const aMinuteAgo = { now: () => parts.clock.now() - MINUTE_MS };
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
    v: 1 as const,
    collection: 'notes',
    id: n.toString(),
    content: `Lamp ${n.toString()}.`,
  }));
  await new AcceptDocuments({ ...parts, clock: aMinuteAgo }).run(documents);
  const waiting = async () => (await parts.queues.counts(ingestDocumentQueue)).waiting;
  expect(await waiting()).toBe(DOCUMENTS);
  await redis.restartEmpty();
  await eventually(() => expectToTakeJobs(parts));
  expect(await waiting()).toBe(0);
  const workers = await NestFactory.createApplicationContext(Workers.over(parts), { logger: false });
  try {
    await eventually(async () => {
      expect({ accepted: await count('accepted'), indexed: await count('indexed') }).toEqual({ accepted: 0, indexed: DOCUMENTS });
    }, 30_000);
  } finally {
    await workers.close();
    await parts.close();
  }
});
