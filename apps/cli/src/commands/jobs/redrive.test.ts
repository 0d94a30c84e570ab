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

async function importNote(id: string, content: string) {
  const input = JSON.stringify({ id, content });
  return tributary(['import', '-', '--collection', 'notes', '--data', folder.path], { input });
}

it('brings a document of the dead letters into the index, once what failed is mended', { timeout: 60_000 }, async () => {
  expect((await importNote('harbour', 'The harbour opens at six.')).code).toBe(0);
  embedder.break({ kind: 'status', status: 404, body: MODEL_GONE });
  await importNote('lamp', LAMP);
  const dead = await eventually(async () => {
    const [job] = await deadJobs();
    if (job === undefined) throw new Error('No dead letter yet.');
    return job;
  });
  expect(dead).toMatchObject({ label: 'notes/lamp', error: { code: 'EMBEDDER.MODEL_NOT_FOUND' } });
  embedder.mend();
  expect(await texts()).not.toContain(LAMP);

  const { code, stdout } = await run('jobs', 'redrive', dead.id);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Job embed-chunks\.\d+ is (?:waiting|active|done)\.\n$/);
  await eventually(async () => (await texts()).includes(LAMP));
  expect(await deadJobs()).toEqual([]);
});
