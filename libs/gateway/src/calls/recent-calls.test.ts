import type { AssistantCall } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { RecentCalls } from './recent-calls.js';

const call = (input: string): AssistantCall => ({
  at: '2026-01-01T00:00:00Z',
  subject: 'a',
  dialect: 'native',
  tool: 'search',
  input,
  answer: 'x'.repeat(30_000),
  failed: false,
  ms: 1,
});

describe('the last calls of assistants', () => {
  it('are as many as one wants, the last one first, and long answers are cut', () => {
    const calls = new RecentCalls(2);
    for (const input of ['one', 'two', 'three']) calls.keep(call(input));
    expect(calls.list().calls.map(({ input }) => input)).toEqual(['three', 'two']);
    expect(calls.list().calls[0]?.answer.length).toBeLessThan(20_010);
  });

  it('are not kept unless somebody says so', () => {
    const calls = new RecentCalls(0);
    calls.keep(call('secret'));
    expect(calls.list()).toEqual({ kept: 0, calls: [] });
  });
});
