import { localOwner, searchQueue } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { JobHost } from '@tributary/messaging-port';
import { describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';
import { SearchJob } from './search.job.js';

describe('the job of the queue search', () => {
  it('answers a request with hits and coverage, and an error with its code', async () => {
    await using bed = await Testbed.open();
    await bed.collection('notes', [{ key: 'a', title: 'Lamps', text: 'A note about lamps.' }]);
    const host = new JobHost({ queues: bed.queues, handles: [{ queue: searchQueue, concurrency: 4 }], jobs: [new SearchJob(bed.search)] });
    await host.start();
    const ask = (input: { query: string; collections?: string[] }) =>
      bed.queues.request(searchQueue, { request: input, principal: localOwner }, { deadline: Deadline.in(10_000) });
    await expect(ask({ query: 'lamps' })).resolves.toMatchObject({
      hits: [{ title: 'Lamps' }],
      coverage: [{ collection: 'notes', status: 'searched' }],
    });
    await expect(ask({ query: 'lamps', collections: ['none'] })).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await host.stop(1000);
  });
});
