import { z } from 'zod';
import { setting } from './setting.js';

const Concurrency = z.number().int().min(1).max(1024);

export const RedisSection = z.strictObject({
  url: setting(z.url({ protocol: /^rediss?$/, error: 'not an address of a Redis server' }).optional(), {
    description: 'Redis server that carries the queues of the separate services. Not used by the standalone server.',
    defaultText: 'none',
    example: 'redis://127.0.0.1:6379',
    secret: true,
  }),
  prefix: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'a prefix has letters, digits, ".", "_" and "-"')
      .default('tributary'),
    {
      description: 'First part of every key in Redis; two instances on one Redis need different ones.',
    },
  ),
  startPatienceMs: setting(z.number().int().min(0).max(3_600_000).default(60_000), {
    description: 'How long a service that starts waits for a Redis that is not there yet.',
    unit: 'ms',
  }),
});

export const QueuesSection = z.strictObject({
  searchConcurrency: setting(Concurrency.default(64), { description: 'Searches answered at once by one process.', unit: 'jobs' }),
  embedQueryConcurrency: setting(Concurrency.default(16), { description: 'Queries embedded at once by one process.', unit: 'jobs' }),
  syncSourceConcurrency: setting(Concurrency.default(2), {
    description: 'Sources compared with the index at once by one process.',
    unit: 'jobs',
  }),
  ingestDocumentConcurrency: setting(Concurrency.default(32), { description: 'Documents chunked at once by one process.', unit: 'jobs' }),
  embedChunksConcurrency: setting(Concurrency.default(64), {
    description: 'Documents embedded and written at once by one process: at most so many, and fewer where they are about a second of work.',
    unit: 'jobs',
  }),
  maintenanceConcurrency: setting(Concurrency.default(4), { description: 'Maintenance jobs run at once by one process.', unit: 'jobs' }),
});

export const BulkSection = z.strictObject({
  allowedCollections: setting(z.array(z.string().min(1)).default(['*']), {
    description: 'Names or patterns of the collections that jobs of outside producers may write to.',
    example: '["logs-*"]',
  }),
});
