import { anybody, ingestDocumentQueue, localOwner, type JobSummary, type Principal } from '@tributary/contracts';
import { Catalog } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { hasCode } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { getJob, listJobs } from './job-operations.js';

const MALFORMED: JobSummary = {
  id: '7',
  queue: ingestDocumentQueue.name,
  state: 'dead',
  attempts: 1,
  error: { code: 'QUEUE.PAYLOAD_INVALID', message: 'A payload of ingest-document (payroll/ada) is not what the queue declares.' },
  created_at: '2026-11-29T00:00:00Z',
};

const readers = {
  queues: { list: () => Promise.resolve([MALFORMED]), get: () => Promise.resolve(MALFORMED) },
  summariseSource: { run: () => Promise.resolve(undefined), all: () => Promise.resolve([]) },
  catalog: new Catalog(new MemoryEngine({ name: 'main' }).records),
};
const seen = async (principal: Principal) => (await listJobs(readers, { limit: 10 }, principal)).length;

it('tells of a malformed job, whose error names a document, those alone who may know of all', async () => {
  const admin = { ...anybody, user_id: 'ada', scopes: ['admin'] };
  const clerk = { ...admin, collections: ['shop-*'] };
  expect([await seen(localOwner), await seen(admin)]).toEqual([1, 1]);
  expect([await seen(clerk), await seen(anybody), await seen({ ...anybody, scopes: ['search:read'] })]).toEqual([0, 0, 0]);
  await expect(getJob(readers, '7', anybody)).rejects.toSatisfy((error) => hasCode(error, 'JOB.NOT_FOUND'));
});
