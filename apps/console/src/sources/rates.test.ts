import type { JobSummary } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { ratesOf } from './rates.js';

const job = (done: number, state: JobSummary['state'] = 'active'): JobSummary => ({
  id: 'sync-source.1',
  queue: 'sync-source',
  state,
  attempts: 1,
  progress: { done, total: 100 },
  created_at: '2026-01-01T00:00:00Z',
});

describe('rates of jobs', () => {
  it('are counted from where a job stood when it was first seen', () => {
    const first = ratesOf([job(10)], new Map(), 1000);
    expect(first.rates.size).toBe(0);
    const second = ratesOf([job(30)], first.next, 3000);
    expect(second.rates.get('sync-source.1')).toBe(10);
    expect(ratesOf([job(60)], second.next, 6000).rates.get('sync-source.1')).toBe(10);
  });

  it('end with the job', () => {
    const first = ratesOf([job(10)], new Map(), 1000);
    expect(ratesOf([job(100, 'done')], first.next, 2000)).toEqual({ rates: new Map(), next: new Map() });
  });
});
