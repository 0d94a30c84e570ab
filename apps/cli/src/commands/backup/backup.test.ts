import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, localOwner, type Operations } from '@tributary/contracts';
import { readServer, startApp, temporaryFolder, type AppProcess } from '@tributary/testing';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

const call = () => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });
const SETTLED = 60;

const started: AppProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((app) => app.end('SIGKILL')));
});

async function serve(data: string): Promise<{ readonly operations: Operations; readonly app: AppProcess }> {
  const app = startApp('standalone', { args: ['--data', data, '--port', '0'] });
  started.push(app);
  await app.ready();
  const server = await readServer(data);
  return { operations: new HttpOperations(new HttpConnection(server)), app };
}

const note = (n: number, collection: string) => ({
  v: 1 as const,
  collection,
  id: `${collection}/n${n.toString()}`,
  content: `# Keeper ${n.toString()}\n\nKeeper ${n.toString()} of lighthouse ${(n % 7).toString()} writes about lamp oil.`,
  tags: ['log'],
});

async function answers(operations: Operations) {
  const queries = ['who writes about lamp oil', 'keeper 17', 'lighthouse 3'];
  const asked = queries.map((query) => SearchRequest.parse({ query, collections: ['settled'], limit: 20, deadline_ms: 20_000 }));
  const found = await Promise.all(asked.map((request) => operations.search(request, call())));
  return found.map(({ hits }) => hits.map(({ uri, relevance, content }) => ({ uri, content, relevance: relevance.toFixed(6) })));
}

async function fill(operations: Operations): Promise<void> {
  const outcomes = await operations.ingestDocuments(
    Array.from({ length: SETTLED }, (_, n) => note(n, 'settled')),
    call(),
  );
  const after = outcomes.flatMap(({ token }) => token ?? []);
  await operations.search(SearchRequest.parse({ query: 'oil', after, wait_ms: 30_000, deadline_ms: 20_000 }), call());
}

/** Hands in documents one after the other until told to stop. @returns how many */
function keepWriting(operations: Operations, ends: AbortSignal): Promise<number> {
  const write = async (n: number): Promise<number> => {
    if (ends.aborted) return n;
    await operations.ingestDocuments([note(n, 'moving')], call());
    return write(n + 1);
  };
  return write(0);
}

it('copies a folder that is written to, and what is restored answers as the original did', { timeout: 180_000 }, async () => {
  await using folder = await temporaryFolder();
  const [data, copy, other] = ['data', 'copy', 'other'].map((name) => join(folder.path, name));
  if (data === undefined || copy === undefined || other === undefined) throw new Error('three names');
  const { operations, app } = await serve(data);
  await fill(operations);
  const before = await answers(operations);
  const ends = new AbortController();
  const writing = keepWriting(operations, ends.signal);
  const backedUp = await tributary(['backup', copy, '--data', data, '--json']);
  ends.abort();
  expect(backedUp.stderr).toBe('');
  expect(JSON.parse(backedUp.stdout)).toMatchObject({ v: 1, not_included: [], folder: copy });
  expect(await writing).toBeGreaterThan(0);
  expect((await tributary(['backup', copy, '--data', data])).stderr).toContain('is there already: name a folder');

  const running = await tributary(['restore', copy, '--data', data]);
  expect([running.code, running.stderr]).toEqual([1, expect.stringContaining('A server runs on')]);
  await app.end('SIGTERM');
  const full = await tributary(['restore', copy, '--data', data]);
  expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('holds data')]);
  expect((await tributary(['restore', copy, '--data', data, '--replace'])).code).toBe(0);
  expect((await tributary(['restore', copy, '--data', other])).code).toBe(0);

  for (const restored of [data, other]) {
    const again = await serve(restored);
    expect(await answers(again.operations)).toEqual(before);
    const doctor = await again.operations.status(call());
    expect(doctor.queues.map(({ dead }) => dead)).not.toContain(1);
    await again.app.end('SIGTERM');
  }
});

it('refuses a backup that is not what was written, and changes nothing', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const [data, copy, other] = ['data', 'copy', 'other'].map((name) => join(folder.path, name));
  if (data === undefined || copy === undefined || other === undefined) throw new Error('three names');
  const { operations, app } = await serve(data);
  await operations.store({ text: 'The lamp is lit at dusk.', collection: 'memory' }, call());
  await app.end('SIGTERM');
  expect((await tributary(['backup', copy, '--data', data])).stdout).toMatch(/^Backed up \d+ files? \(\d+\.\d MB\)/);
  await writeFile(join(copy, 'store/main/store.db'), 'other bytes');
  const { code, stderr } = await tributary(['restore', copy, '--data', other]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('is not what was written')]);
  expect((await tributary(['restore', data, '--data', other])).stderr).toContain('is no finished backup');
});

it('exports what an import takes back: texts, tags, access and fields, also where a text is long', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  const [data, other, out] = ['data', 'other', 'all.jsonl'].map((name) => join(folder.path, name));
  if (data === undefined || other === undefined || out === undefined) throw new Error('three names');
  const long = Array.from(
    { length: 12_000 },
    (_, n) => `Line ${n.toString()} of a very long log about the weather at sea and the oil of the lamp.`,
  );
  const given = [
    {
      v: 1 as const,
      collection: 'notes',
      id: 'plain 1%',
      content: 'A short note.',
      title: 'Short',
      tags: ['a', 'b'],
      metadata: { by: 'me' },
    },
    { v: 1 as const, collection: 'notes', id: 'hers', content: 'Only hers.', user_id: 'ada', acl: ['user:ada'], version: 41 },
    { v: 1 as const, collection: 'notes', id: 'long', content: long.join('\n') },
  ];
  const first = await serve(data);
  const outcomes = await first.operations.ingestDocuments(given, call());
  const after = outcomes.flatMap(({ token }) => token ?? []);
  await first.operations.search(SearchRequest.parse({ query: 'oil', after, wait_ms: 30_000, deadline_ms: 20_000 }), call());
  const exported = await tributary(['export', 'notes', '--out', out, '--data', data]);
  expect([exported.code, exported.stderr]).toEqual([0, `Exported 3 documents of notes to ${out}.\n`]);
  const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
  const documents = lines.map((line): unknown => JSON.parse(line));
  expect(documents).toHaveLength(3);
  for (const document of given) expect(documents).toContainEqual(expect.objectContaining(document));
  expect((await tributary(['import', out, '--data', other])).code).toBe(0);
  const again = await tributary(['export', 'notes', '--data', other]);
  expect(again.stdout.trimEnd().split('\n').toSorted()).toEqual(lines.toSorted());
});
