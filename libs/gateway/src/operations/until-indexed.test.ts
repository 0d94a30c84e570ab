import type { JobSummary, SourceSummary } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { untilIndexed } from './source-operations.js';

const SOURCE: SourceSummary = {
  id: 's1',
  kind: 'folder',
  name: 'notes',
  location: '/notes',
  collections: ['notes-docs'],
  state: 'failed',
  documents: 40,
  pending: 0,
  failed: 0,
  skipped: {},
  created_at: '2026-01-01T00:00:00.000Z',
};

function wait(job: Pick<JobSummary, 'state' | 'error'>): Promise<boolean> {
  const found: JobSummary = { id: 'sync-source.1', queue: 'sync-source', attempts: 5, created_at: '2026-01-01T00:00:00.000Z', ...job };
  return untilIndexed(
    { queues: { get: () => Promise.resolve(found) }, summariseSource: { run: () => Promise.resolve(SOURCE) } },
    { sourceId: 's1', jobId: found.id, deadline: Deadline.in(0), signal: new AbortController().signal },
  );
}

it('is true when the sync is over and nothing waits, false when the time is', async () => {
  expect(await wait({ state: 'done' })).toBe(true);
  expect(await wait({ state: 'delayed', error: { code: 'ENGINE.UNAVAILABLE', message: 'It does not answer.' } })).toBe(false);
});

it('fails with the reason of a sync that failed for good, and where one was cancelled', async () => {
  const error = { code: 'ENGINE.UNAVAILABLE', message: 'The engine main does not answer.' };
  await expect(wait({ state: 'dead', error })).rejects.toMatchObject({ ...error, category: 'conflict' });
  const unknown = 'The job sync-source.1 failed: "tributary jobs show sync-source.1" says why.';
  await expect(wait({ state: 'dead' })).rejects.toMatchObject({ code: 'SYNC.FAILED', message: unknown });
  await expect(wait({ state: 'cancelled' })).rejects.toMatchObject({ code: 'SYNC.CANCELLED' });
});
