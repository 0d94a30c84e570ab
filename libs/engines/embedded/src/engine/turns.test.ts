import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

const PIECES = 30;

describe('Turns', () => {
  it('let the event loop in between pieces of work that are asked for together, and do them in order', async () => {
    const turns = new Turns();
    let loops = 0;
    const count = (): void => {
      loops++;
      if (loops < 1_000) setImmediate(count);
    };
    setImmediate(count);
    const done: number[] = [];
    await Promise.all(Array.from({ length: PIECES }, (_, piece) => turns.do(() => done.push(piece))));
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(loops).toBeGreaterThanOrEqual(PIECES - 1);
  });

  it.each([
    { work: 'long', ms: 2, order: ['loop', 'told'] },
    { work: 'short', ms: 1.9, order: ['told', 'loop'] },
  ])('tell the caller of $work work $order.0 first', async ({ ms, order }) => {
    const seen: string[] = [];
    let now = 0;
    const looped = Promise.withResolvers<undefined>();
    const work = (): void => {
      setImmediate(() => {
        seen.push('loop');
        looped.resolve(undefined);
      });
      now += ms;
    };
    await new Turns(() => now).do(work);
    seen.push('told');
    await looped.promise;
    expect(seen).toEqual(order);
  });

  it('go on after a piece of work that failed', async () => {
    const turns = new Turns();
    const failed = turns.do(() => {
      throw new Error('no such collection');
    });
    const next = turns.do(() => 'found');
    await expect(failed).rejects.toThrow('no such collection');
    expect(await next).toBe('found');
  });
});
