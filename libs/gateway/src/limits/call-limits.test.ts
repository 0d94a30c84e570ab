import { localOwner, type Principal } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { loopbackGuest } from '../access/authenticate.js';
import { CallLimits } from './call-limits.js';
import { MemoryCallCounts } from './memory-call-counts.js';

const settings = { searchesPerSecond: 20, searchBurst: 60, ingestsAtOnce: 5 };
const named = (subject: string): Principal => ({ subject, groups: [], scopes: [], collections: ['*'], unrestricted: false });
const [ada, bob] = [named('ada'), named('bob')];

function limitsAt(start: number) {
  let now = start;
  const limits = new CallLimits(new MemoryCallCounts(settings, { now: () => now }));
  const searches = async (wanted: number, principal = ada) => {
    for (let made = 0; made < wanted; made++) {
      const refused = await limits.search(principal).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refused !== undefined) return { made, refused };
    }
    return { made: wanted, refused: undefined };
  };
  return { limits, searches, pass: (ms: number) => (now += ms) };
}

describe('searches of a token', () => {
  it('go through 60 at once and 20 a second, and the refusal says when to come back', async () => {
    const { searches, pass } = limitsAt(1_000_000);
    const first = await searches(100);
    expect(first.made).toBe(60);
    expect(first.refused).toMatchObject({ code: 'LIMIT.SEARCHES', category: 'overloaded', retryable: true, retryAfterMs: 50 });
    expect((await searches(5, bob)).made).toBe(5);
    pass(50);
    expect((await searches(10)).made).toBe(1);
    pass(1000);
    expect((await searches(100)).made).toBe(20);
    pass(60_000);
    expect((await searches(100)).made).toBe(60);
  });

  it('are not counted for the owner and for guests', async () => {
    const { searches } = limitsAt(0);
    expect((await searches(100, localOwner)).made).toBe(100);
    expect((await searches(100, loopbackGuest)).made).toBe(100);
  });
});

describe('ingests of a token', () => {
  it('run five at once, and the next when one has ended, however it ended', async () => {
    const { limits } = limitsAt(0);
    const ends: ((error?: Error) => void)[] = [];
    const begin = (principal = ada) =>
      limits.ingest(
        principal,
        () =>
          new Promise<void>((resolve, reject) =>
            ends.push((error) => {
              if (error) reject(error);
              else resolve();
            }),
          ),
      );
    const running = Array.from({ length: 5 }, () => begin());
    await Promise.resolve();
    await expect(begin()).rejects.toMatchObject({ code: 'LIMIT.INGESTS', retryAfterMs: 1000 });
    const other = begin(bob);
    await Promise.resolve();
    ends[0]?.(new Error('no disk'));
    await expect(running[0]).rejects.toThrow('no disk');
    const sixth = begin();
    await Promise.resolve();
    for (const end of ends) end();
    await expect(Promise.all([...running.slice(1), other, sixth])).resolves.toHaveLength(6);
  });
});
