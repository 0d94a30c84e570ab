import { expect, it } from 'vitest';
import { fromErrorRecord, hasCode, permanent, retryable, toErrorRecord } from './tributary-error.js';

it('says whether trying again can help', () => {
  expect(permanent('A.B', 'no').retryable).toBe(false);
  expect(retryable('A.B', 'later', { retryAfterMs: 5 }).retryAfterMs).toBe(5);
});

it('travels as JSON and comes back with its code', () => {
  const record = toErrorRecord(permanent('A.B', 'no', { category: 'not_found', cause: new Error('inner') }));
  expect(record).toEqual({ code: 'A.B', message: 'no', category: 'not_found', retryable: false });
  expect(hasCode(fromErrorRecord(record), 'A.B')).toBe(true);
});

it('says, also as JSON, that nothing of a request was taken, where that is known', () => {
  expect(fromErrorRecord(toErrorRecord(retryable('A.B', 'away', { untaken: true }))).untaken).toBe(true);
  expect(fromErrorRecord(toErrorRecord(retryable('A.B', 'failed'))).untaken).toBe(false);
});

it('turns a surprise into INTERNAL and an abort into CANCELLED', () => {
  expect(toErrorRecord(new TypeError('x')).code).toBe('INTERNAL');
  expect(toErrorRecord(AbortSignal.abort().reason).code).toBe('CANCELLED');
});
