import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobSummary, SearchAnswer } from '@tributary/contracts';
import {
  eventually,
  sampleModel,
  startApp,
  startOllamaServer,
  temporaryFolder,
  type AppProcess,
  type FaultyServer,
} from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { tributary } from '../../running/tributary.fixture.js';

const LAMP = 'The lamp is lit at dusk.';
const MODEL_GONE = '{"error":"model \\"sample\\" not found, try pulling it first"}';
const Jobs = z.object({ jobs: z.array(JobSummary) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let embedder: FaultyServer;
let app: AppProcess;
beforeAll(async () => {
  folder = await temporaryFolder();
  embedder = await startOllamaServer(sampleModel());
  const config = join(folder.path, 'tributary.yaml');
  await writeFile(
    config,
    `models:\n  sample: { type: ollama, url: "${embedder.url}", model: sample }\ncollections:\n  notes: { model: sample }\n`,
  );
  app = startApp('standalone', { args: ['--data', folder.path, '--port', '0', '--config', config] });
  await app.ready();
});
afterAll(async () => {
  await app.end('SIGTERM');
  await embedder.stop();
  await folder.remove();
});

const run = (...args: readonly string[]) => tributary([...args, '--data', folder.path]);
const json = async (...args: readonly string[]): Promise<unknown> => JSON.parse((await run(...args, '--json')).stdout);
const deadJobs = async () => Jobs.parse(await json('jobs', 'list', '--state', 'dead')).jobs;
const texts = async () => SearchAnswer.parse(await json('search', 'lamp', 'dusk')).hits.map(({ content }) => content);

/** Until there are so many. */
const untilDead = (count: number) =>
  eventually(async () => {
    const dead = await deadJobs();
    if (dead.length < count) throw new Error('Not all are dead yet.');
    return dead;
  });

async function importNote(id: string, content: string) {
  const input = JSON.stringify({ id, content });
  return tributary(['import', '-', '--collection', 'notes', '--data', folder.path], { input });
}

it('brings a document of the dead letters into the index, once what failed is mended', { timeout: 60_000 }, async () => {
  expect((await importNote('harbour', 'The harbour opens at six.')).code).toBe(0);
  embedder.break({ kind: 'status', status: 404, body: MODEL_GONE });
  await importNote('lamp', LAMP);
  const [dead] = await untilDead(1);
  expect(dead).toMatchObject({ label: 'notes/lamp', error: { code: 'EMBEDDER.MODEL_NOT_FOUND' } });
  embedder.mend();
  expect(await texts()).not.toContain(LAMP);

  const { code, stdout } = await run('jobs', 'redrive', dead?.id ?? '');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Job embed-chunks\.\d+ is (?:waiting|active|done)\.\n$/);
  await eventually(async () => (await texts()).includes(LAMP));
  expect(await deadJobs()).toEqual([]);
});

it('is left alone by who puts it away', { timeout: 60_000 }, async () => {
  embedder.break({ kind: 'status', status: 404, body: MODEL_GONE });
  await importNote('wreck', 'The wreck lies off the point.');
  const [dead] = await untilDead(1);
  const { code, stdout, stderr } = await run('jobs', 'cancel', dead?.id ?? '');
  expect([code, stdout]).toEqual([0, `Job ${dead?.id ?? ''} is cancelled.\n`]);
  expect(stderr).toContain('it stays failed');
  expect(await deadJobs()).toEqual([]);
  embedder.mend();
});

it('brings all of them by one command, and each once', { timeout: 60_000 }, async () => {
  embedder.break({ kind: 'status', status: 404, body: MODEL_GONE });
  for (const n of [1, 2, 3]) await importNote(`lamp-${n.toString()}`, `Lamp ${n.toString()} is lit at dusk.`);
  await untilDead(3);
  expect(await json('jobs', 'redrive', '--dead', '--queue', 'maintenance')).toEqual({ redriven: 0, complete: true });
  expect(await json('jobs', 'redrive', '--dead')).toEqual({ redriven: 3, complete: true });
  await untilDead(3);
  embedder.mend();
  expect((await run('jobs', 'redrive', '--dead', '--queue', 'embed-chunks')).stdout).toMatch(/^3 redriven: /);
  await eventually(async () => (await texts()).filter((text) => /^Lamp \d/.test(text)).length === 3);
  expect((await run('jobs', 'redrive', '--dead')).stdout).toBe('No dead letters.\n');
  expect(await run('jobs', 'redrive')).toMatchObject({ code: 2, stdout: '' });
});
