import { ingestDocumentQueue } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { HealthModule, startHttpApplication } from '@tributary/platform/http';
import { eventually, findRedisProgram, startRedisServer, temporaryFolder } from '@tributary/testing';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { composeParts } from '../parts/compose-parts.js';
import { roleHealth } from './health-checks.js';

function settings(folder: string, redis: string) {
  return loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['redis', 'url'], value: redis, flag: 'redis' },
    ],
  });
}

it('starts with a Redis that has no memory left, is not ready, and goes on by itself once it has', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  const operator = new Redis(redis.url);
  await using folder = await temporaryFolder();
  try {
    await operator.config('SET', 'maxmemory', '1mb');
    const parts = await composeParts({ configuration: await settings(folder.path, redis.url), logger: silentLogger, queueKind: 'bullmq' });
    const [, queues] = roleHealth(parts);
    await expect(queues?.check()).rejects.toThrow(/Redis has no memory left/);
    expect((await parts.queues.counts(ingestDocumentQueue)).waiting).toBe(0);
    await operator.config('SET', 'maxmemory', '0');
    expect(await queues?.check()).toBe('durable: fsync');
    await parts.close();
  } finally {
    operator.disconnect();
  }
});

it('says that a process is not ready while its Redis has no memory left or is away, and that it is once that is over', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  const operator = new Redis(redis.url).on('error', () => undefined);
  await using folder = await temporaryFolder();
  const configuration = await settings(folder.path, redis.url);
  const parts = await composeParts({ configuration, logger: silentLogger, queueKind: 'bullmq' });
  const http = await startHttpApplication({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    logger: silentLogger,
    module: HealthModule.register(roleHealth(parts)),
  });
  const ready = async () => {
    const response = await fetch(`${http.url}/health/ready`);
    return `${response.status.toString()} ${await response.text()}`;
  };
  try {
    expect(await ready()).toMatch(/^200 .*durable: fsync/);
    await operator.config('SET', 'maxmemory', '1mb');
    expect(await ready()).toMatch(/^503 .*queues: Redis has no memory left .*\(OOM\)/);
    await operator.config('SET', 'maxmemory', '0');
    expect(await ready()).toMatch(/^200 .*durable: fsync/);
    await operator.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await ready()).toMatch(/^200 .*durable: fsync; Redis may throw jobs away .*: set maxmemory-policy noeviction/);
    await operator.config('SET', 'maxmemory-policy', 'noeviction');
    expect(await ready()).toMatch(/^200 .*durable: fsync"/);
    await redis.crash();
    await eventually(async () => {
      expect(await ready()).toMatch(/^503 .*queues: Redis does not answer \(ECONNREFUSED\)/);
    });
    await redis.restart();
    await eventually(async () => {
      expect(await ready()).toMatch(/^200 .*durable: fsync/);
    });
  } finally {
    operator.disconnect();
    await http.close(1000);
    await parts.close();
  }
});
