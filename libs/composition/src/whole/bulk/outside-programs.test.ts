import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { embedChunksQueue, ingestDocumentQueue } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog, Engines } from '@tributary/engines-port';
import { EmbedChunksJob, IngestDocumentJob } from '@tributary/ingestion';
import { systemClock } from '@tributary/kernel';
import { BullmqQueues } from '@tributary/messaging-bullmq';
import { JobHost } from '@tributary/messaging-port';
import { eventually, findRedis, startRedisServer, temporaryFolder } from '@tributary/testing';
import { expect, it, type TestContext } from 'vitest';

const run = promisify(execFile);
const EXAMPLES = fileURLToPath(new URL('../../../../../docs/examples/', import.meta.url));
/** Where `.ci/run` installs the Python client of BullMQ. */
const PYTHON = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tributary', 'bullmq-3.4.4', 'bin', 'python');

/** The same documents whatever the program: the greater version wins, wherever it stands, and twice is once. */
const LINES = [
  { collection: 'tickets', id: 'a', version: 2, content: 'The lamp of the lighthouse is broken.', title: 'Lamp', metadata: { floor: 3 } },
  { collection: 'tickets', id: 'a', version: 1, content: 'An older text that comes later.' },
  { collection: 'tickets', id: 'b', version: 1, content: 'The foghorn is fine.' },
  { collection: 'tickets', id: 'b', version: 1, content: 'The foghorn is fine.' },
];

/** Runs the workers of ingestion on a Redis while a program puts jobs into it. */
async function ingestedBy(context: TestContext, program: string, script: string): Promise<readonly object[]> {
  const supply = findRedis();
  if (supply.kind !== 'program') return context.skip(supply.kind === 'none' ? supply.reason : 'a Redis of its own is needed');
  await using redis = await startRedisServer(supply.command);
  await using folder = await temporaryFolder();
  const engine = EmbeddedEngine.open({ name: 'main', folder: join(folder.path, 'store') });
  const queues = await BullmqQueues.connect({ url: redis.url, prefix: 'outside' });
  const catalog = new Catalog(engine.records);
  const common = new StaticEmbeddingProvider();
  const basis = { catalog, queues, common, engines: new Engines(engine), providers: new EmbeddingProviders(common), readers: {} };
  const collaborators = { ...basis, clock: systemClock, log: () => undefined };
  const handles = [ingestDocumentQueue, embedChunksQueue].map((queue) => ({ queue, concurrency: 4 }));
  const host = new JobHost({ queues, handles, jobs: [new IngestDocumentJob(collaborators), new EmbedChunksJob(collaborators)] });
  try {
    await host.start();
    const file = join(folder.path, 'documents.jsonl');
    await writeFile(file, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { stdout } = await run(program, [join(EXAMPLES, script), redis.url, 'outside', file], { env: {} });
    expect(stdout).toBe('sent 4\n');
    await eventually(async () => (await catalog.documents.count({ state: 'indexed' })) === 2);
    const { points } = await engine.scroll({ collection: 'tickets__g1', limit: 10 });
    return points
      .map(({ payload: { original_id: id, doc_version: version, content, title, metadata } }) => ({
        id,
        version,
        content,
        title,
        metadata,
      }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  } finally {
    await host.stop(2000);
    await queues.close();
    await engine.close();
  }
}

const EXPECTED = [
  { id: 'tickets:a:chunk:0', version: 2, content: 'The lamp of the lighthouse is broken.', title: 'Lamp', metadata: { floor: 3 } },
  { id: 'tickets:b:chunk:0', version: 1, content: 'The foghorn is fine.' },
];

it('takes documents in from a TypeScript program that knows nothing but BullMQ', { timeout: 60_000 }, async (context) => {
  expect(await ingestedBy(context, process.execPath, 'producer.mts')).toMatchObject(EXPECTED);
});

it('takes documents in from a Python program that knows nothing but BullMQ', { timeout: 60_000 }, async (context) => {
  if (!existsSync(PYTHON)) context.skip('there is no Python with bullmq 3.4.4: .ci/run installs it');
  expect(await ingestedBy(context, PYTHON, 'producer.py')).toMatchObject(EXPECTED);
});
