import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

const PIECES = 30;
const PIECE_MS = 2;

describe('Turns', () => {
  it('lets the event loop in between pieces of work that are asked for together, and does them in order', async () => {
    const turns = new Turns();
    let loops = 0;
    const count = (): void => {
      loops++;
      if (loops < 1_000) setImmediate(count);
    };
    setImmediate(count);
    const done: number[] = [];
    const work = (piece: number): void => {
      const endsAt = performance.now() + PIECE_MS;
      while (performance.now() < endsAt);
      done.push(piece);
    };
    await Promise.all(
      Array.from({ length: PIECES }, (_, piece) =>
        turns.do(() => {
          work(piece);
        }),
      ),
    );
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    // 60 ms of work in stretches of about 4.
    expect(loops).toBeGreaterThanOrEqual(10);
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
