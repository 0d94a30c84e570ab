import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { AwaitIndexed } from './await-indexed.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

async function store(id: string, version: number) {
  await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'notes', id, version, content: `Text ${version}.` }]);
  return { collection: 'notes', key: id, version };
}

it('returns when the written text is searchable', async () => {
  await bed.start();
  const row = await store('a', 1);
  expect(await new AwaitIndexed(bed.collaborators).run([row], { timeoutMs: 10_000, signal: AbortSignal.timeout(15_000) })).toBe(true);
  expect(await bed.texts('notes')).toEqual(['Text 1.']);
});

it('says so when the time is over, and ends at once when nobody waits any more', async () => {
  const row = await store('a', 1);
  const wait = new AwaitIndexed(bed.collaborators);
  expect(await wait.run([row], { timeoutMs: 20, signal: AbortSignal.timeout(15_000) })).toBe(false);
  await expect(wait.run([row], { timeoutMs: 60_000, signal: AbortSignal.timeout(20) })).rejects.toThrow(/aborted/);
});

it('is not content with an older version that is searchable already', async () => {
  await bed.start();
  const older = await store('a', 1);
  await bed.idle();
  const wait = new AwaitIndexed(bed.collaborators);
  const newer = { ...older, version: 2 };
  expect(await wait.run([newer], { timeoutMs: 50, signal: AbortSignal.timeout(15_000) })).toBe(false);
  await store('a', 2);
  expect(await wait.run([newer], { timeoutMs: 10_000, signal: AbortSignal.timeout(15_000) })).toBe(true);
});

it('is content with a newer version', async () => {
  await bed.start();
  const older = await store('a', 1);
  await store('a', 2);
  expect(await new AwaitIndexed(bed.collaborators).run([older], { timeoutMs: 10_000, signal: AbortSignal.timeout(15_000) })).toBe(true);
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['Text 2.']);
});
