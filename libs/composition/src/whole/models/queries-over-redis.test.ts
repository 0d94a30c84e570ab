import { embedQueryQueue } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { EmbedQueryJob } from '@tributary/ingestion';
import { Deadline } from '@tributary/kernel';
import { JobHost } from '@tributary/messaging-port';
import { loadConfiguration, silentLogger, type Configuration } from '@tributary/platform';
import { eventually, findRedis, startOllamaServer, startRedisServer, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { composeParts } from '../../parts/compose-parts.js';

const PREFIX = 'Represent this sentence for searching relevant passages: ';

async function configure(folder: string, redis: string, ollama: string): Promise<Configuration> {
  return loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['redis', 'url'], value: redis, flag: 'redis' },
      { path: ['models', 'mxbai'], value: { type: 'ollama', url: ollama }, flag: 'models' },
      { path: ['models', 'static'], value: { type: 'static' }, flag: 'models' },
    ],
  });
}

it('asks an embedder over Redis for the vector of a query, with prefix, revision and failures as in one process', async (context) => {
  const supply = findRedis();
  if (supply.kind !== 'program') return context.skip(supply.kind === 'none' ? supply.reason : 'a Redis of its own is needed');
  await using redis = await startRedisServer(supply.command);
  await using folder = await temporaryFolder();
  const model = new StaticEmbeddingProvider({ name: 'mxbai-embed-large' });
  const embed = async (texts: readonly string[]) => (await model.embed(texts)).map((vector) => [...vector]);
  await using server = await startOllamaServer({ name: model.name, dimension: 256, embed });
  const configuration = await configure(folder.path, redis.url, server.url);
  const embedder = await composeParts({ configuration, logger: silentLogger, queueKind: 'bullmq' });
  const asker = await composeParts({
    configuration: { ...configuration, data: { folder: `${folder.path}/2` } },
    logger: silentLogger,
    queueKind: 'bullmq',
  });
  const host = new JobHost({
    queues: embedder.queues,
    handles: [{ queue: embedQueryQueue, concurrency: 4 }],
    jobs: [new EmbedQueryJob(embedder)],
  });
  await host.start();
  const ask = (revision?: string) => {
    const data = { model: 'mxbai', texts: ['rotate key'], ...(revision === undefined ? {} : { revision }) };
    return asker.queues.request(embedQueryQueue, data, { deadline: Deadline.in(10_000) });
  };
  const { revision } = await embedder.providers.get('mxbai').describe();
  const [expected] = await embed([`${PREFIX}rotate key`]);
  const [vector] = (await ask(revision)).vectors;
  expect(vector?.map((value, d) => Math.abs(value - (expected?.[d] ?? 9))).every((error) => error < 1e-6)).toBe(true);
  await expect(ask('another')).rejects.toMatchObject({ code: 'MODEL.MISMATCH', retryable: false });
  server.break({ kind: 'html' });
  await expect(ask()).rejects.toMatchObject({ code: 'EMBEDDER.ANSWER_INVALID', retryable: false });
  server.break({ kind: 'status', status: 429, headers: { 'retry-after': '1' } });
  await expect(ask()).rejects.toMatchObject({ code: 'EMBEDDER.RATE_LIMITED', retryAfterMs: 1000 });
  await server.stop();
  // It is left alone for as long as it asked for.
  await eventually(() => expect(ask()).rejects.toMatchObject({ code: 'EMBEDDER.UNAVAILABLE', retryable: true }));
  await host.stop(1000);
  await asker.close();
  await embedder.close();
});
