import { embedQueryQueue, ingestDocumentQueue, searchQueue } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { limitsOf, overloaded, refusal } from './limits.js';

const MIB = 1024 * 1024;

it('lets 50,000 jobs, 512 MiB or ten minutes of work wait, and 256 requests, unless told otherwise', () => {
  expect(limitsOf(ingestDocumentQueue)).toEqual({ maxWaiting: 50_000, maxBytes: 512 * MIB, maxOldestMs: 600_000 });
  expect(limitsOf(searchQueue).maxWaiting).toBe(256);
  expect(limitsOf(searchQueue, { search: { maxWaiting: 2 } }).maxWaiting).toBe(2);
});

it.each([
  ['jobs', { waiting: 50_000, bytes: 0, oldest_ms: 0 }],
  ['bytes', { waiting: 1, bytes: 512 * MIB, oldest_ms: 0 }],
  ['age', { waiting: 1, bytes: 0, oldest_ms: 600_001 }],
])('refuses more at the limit of %s, and says when to come again', (_what, backlog) => {
  const refused = refusal(ingestDocumentQueue, backlog, limitsOf(ingestDocumentQueue));
  expect(refused).toMatchObject({ code: 'QUEUE.BACKPRESSURE', retryable: true, retryAfterMs: 1000 });
});

it('refuses nothing below the limits', () => {
  const backlog = { waiting: 49_999, bytes: 512 * MIB - 1, oldest_ms: 600_000 };
  expect(refusal(ingestDocumentQueue, backlog, limitsOf(ingestDocumentQueue))).toBeUndefined();
});

it('names the queue in the code of an overload', () => {
  expect(overloaded(searchQueue).code).toBe('SEARCH.OVERLOADED');
  expect(overloaded(embedQueryQueue).code).toBe('EMBED_QUERY.OVERLOADED');
});
