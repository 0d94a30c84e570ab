import { z } from 'zod';
import { EntryName } from './entry-name.js';
import { setting } from './setting.js';

const Host = z.string().min(1);
const Port = z.number().int().min(0).max(65_535);
const Concurrency = z.number().int().min(1).max(1024);

export const ServerSection = z.strictObject({
  host: setting(Host.default('127.0.0.1'), {
    description: 'Address to listen on. Any address that is not loopback needs a token.',
    example: '127.0.0.1',
  }),
  port: setting(Port.default(7411), { description: 'TCP port; 0 takes a free one.', example: '7411' }),
  token: setting(z.string().min(16).max(512).optional(), {
    description: 'Bearer token that callers must send. Left out on loopback: callers without a token may search, read and store.',
    defaultText: 'none',
    example: 'a random text of 32 characters',
    secret: true,
  }),
  allowedHosts: setting(z.array(z.string().min(1)).default([]), {
    description:
      'Host names, beside loopback and the address listened on, under which the server may be addressed. Requests with another Host header are refused; beyond loopback not those of /health and /metrics, which probes and Prometheus send to an address.',
    example: '["search.example.org"]',
  }),
  allowedOrigins: setting(z.array(z.url()).default([]), {
    description: 'Origins, beside the server’s own, whose pages may call it from a browser.',
    example: '["https://console.example.org"]',
  }),
});

export const HealthSection = z.strictObject({
  host: setting(Host.default('127.0.0.1'), { description: 'Address on which federation, ingest worker and embedder answer /health.' }),
  port: setting(Port.default(0), { description: 'TCP port of /health in those three; 0 takes a free one.' }),
});

export const DataSection = z.strictObject({
  folder: setting(z.string().min(1), {
    description: 'Folder of the embedded store, of the local queue and of what the running server writes about itself.',
    defaultText: '$XDG_DATA_HOME/tributary',
    example: '~/.local/share/tributary',
  }),
});

export const CollectionsSection = setting(
  z
    .record(
      z.string().min(1),
      z.strictObject({
        engine: setting(EntryName.optional(), { description: 'Name of the engine that holds it.', defaultText: 'the primary one' }),
        model: setting(EntryName.optional(), { description: 'Name of the model it is made with.', defaultText: 'the default model' }),
      }),
    )
    .default({}),
  {
    description: 'Where new collections of these names are put. Existing ones stay as they are.',
    example: '{"notes": {"model": "static"}}',
  },
);

export const PrioritiesSection = z.strictObject({
  strategy: setting(z.enum(['natural', 'soft', 'medium', 'hard']).default('natural'), {
    description:
      'Factor per place: natural 1 (off), soft 1.1, medium 1.25, hard 1.5. A hit of collection i of n sorts by relevance × factor^(n − i).',
  }),
  order: setting(z.array(z.string().min(1)).max(100).default([]), {
    description: 'Names of the preferred collections, the most preferred one first.',
    example: '["handbook", "wiki"]',
  }),
});

export const AutoSection = z.strictObject({
  maxCollections: setting(z.number().int().min(1).max(1000).optional(), {
    description: 'Searches of the collections "auto" that do not say max_collections ask at most so many.',
    defaultText: '8, or three in ten where that is more',
    unit: 'collections',
  }),
});

export const McpSection = z.strictObject({
  maxAnswerTokens: setting(z.number().int().min(500).max(200_000).default(20_000), {
    description:
      'Most tokens (UTF-8 bytes ÷ 3.5) one answer to an assistant may cost; what does not fit is left out, and the answer says so.',
    unit: 'tokens',
  }),
  keptCalls: setting(z.number().int().min(0).max(1000).default(0), {
    description:
      'So many of the last tool calls over HTTP are kept in memory, with what they were answered, for the console’s owner to look at; they are never written anywhere. 0 keeps none.',
    unit: 'calls',
    example: '100',
  }),
});

export const BulkSection = z.strictObject({
  allowedCollections: setting(z.array(z.string().min(1)).default(['*']), {
    description: 'Names or patterns of the collections that jobs of outside producers may write to.',
    example: '["logs-*"]',
  }),
});

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

export const SourcesSection = z.strictObject({
  read: setting(z.enum(['all', 'local', 'web']).default('all'), {
    description:
      'Which sources an ingest worker of its own reads: local are folders, files and notes in files, web are pages and a Nextcloud. A source whose kind no worker reads waits. A standalone server reads all.',
  }),
  roots: setting(z.array(z.string().min(1)).default([]), {
    description:
      'Folders that may be ingested, beside those given at start and, for assistants of the owner, his home. What he types at his own terminal may lie anywhere.',
    example: '["~/projects"]',
  }),
  watchMethod: setting(z.enum(['auto', 'native', 'chokidar', 'polling']).default('auto'), {
    description:
      'How watched folders are watched; auto is the best that works in a place: native events, chokidar where they do not load, polling for network folders and where the system gives no more watches.',
  }),
  pollSeconds: setting(z.number().positive().max(86_400).default(30), {
    description: 'Where a folder is watched by polling: from one comparison to the next.',
    unit: 's',
  }),
  compareSeconds: setting(z.number().positive().max(86_400).default(900), {
    description: 'From one comparison of everything in a watched folder to the next; it finds what no event told of.',
    unit: 's',
  }),
  maxFileMb: setting(z.number().positive().max(1024).default(20), {
    description: 'Bigger files are left out and counted. While one is indexed it takes up to 40 times its size in memory.',
    unit: 'MB',
  }),
  maskSecrets: setting(z.boolean().default(true), {
    description:
      'Replace keys, tokens and passwords that are found in documents by the name of the rule that knows them, before they are indexed.',
  }),
});

export const LogSection = z.strictObject({
  level: setting(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'), {
    description: 'The least important messages that are written to standard error.',
  }),
  format: setting(z.enum(['auto', 'json', 'pretty']).default('auto'), {
    description: 'One JSON object a line, or one readable line; auto is readable on a terminal.',
  }),
});

export const TracingSection = z.strictObject({
  endpoint: setting(z.url({ protocol: /^https?$/, error: 'not an http address' }).optional(), {
    description: 'Address that takes traces over OTLP/HTTP, `/v1/traces` included. Left out: nothing is recorded.',
    defaultText: 'none',
    example: 'http://127.0.0.1:4318/v1/traces',
  }),
  headers: setting(z.record(z.string().min(1), setting(z.string(), { description: 'Value of the header.', secret: true })).default({}), {
    description: 'Headers sent with them, such as the key of a hosted collector.',
    example: '{"x-api-key": "…"}',
    secret: true,
  }),
  sampleRatio: setting(z.number().min(0).max(1).default(1), {
    description: 'Share of the calls that are recorded; one that comes with a `traceparent` is recorded as it says.',
  }),
});

export const ShutdownSection = z.strictObject({
  graceMs: setting(z.number().int().min(0).max(600_000).default(25_000), {
    description: 'After SIGTERM or SIGINT running work may go on this long before it is given back.',
    unit: 'ms',
  }),
});
