import { describe, expect, it } from 'vitest';
import { KeptCount } from './kept-count.js';

/** Long enough for any machine, where nothing is to be late. */
const LONG_MS = 60_000;

/** Counts that are answered by hand, each after what it costs. */
class Counting {
  now = 1_000_000;
  readonly kept = new KeptCount<number>({ now: () => this.now });
  readonly asked: PromiseWithResolvers<number>[] = [];

  read(of: string, limitMs = LONG_MS) {
    return this.kept.read({ of, limitMs, count: this.#count });
  }

  readonly #count = (): Promise<number> => {
    const answer = Promise.withResolvers<number>();
    this.asked.push(answer);
    return answer.promise;
  };

  /** The last count that was asked for ends after so many ms of real time, which are what it cost. */
  end(with_: number | Error, costMs = 0): void {
    const answer = this.asked.at(-1);
    const end = () => {
      if (typeof with_ === 'number') answer?.resolve(with_);
      else answer?.reject(with_);
    };
    if (costMs === 0) end();
    else setTimeout(end, costMs);
  }
}

describe('a kept count', () => {
  it('is the last one, or none yet, each time its limit is over', async () => {
    const counting = new Counting();
    for (let tries = 0; tries < 40; tries++) expect(await counting.read('a', 5)).toEqual({ value: undefined, failure: undefined });
    expect(counting.asked).toHaveLength(1);
  });

  it('fails by the time limit of the count itself', async () => {
    const counting = new Counting();
    const reading = counting.read('a');
    counting.end(new DOMException('30 s are over', 'TimeoutError'));
    await expect(reading).rejects.toThrow('30 s are over');
  });

  it('is made at once of what has changed where that is cheap', async () => {
    const counting = new Counting();
    for (const [of, value] of [
      ['a', 1],
      ['b', 2],
    ] as const) {
      const reading = counting.read(of);
      counting.end(value);
      expect(await reading).toEqual({ value, isCurrent: true });
    }
    expect(await counting.read('b')).toEqual({ value: 2, isCurrent: true });
    expect(counting.asked).toHaveLength(2);
  });

  it('that is dear is kept for twenty times its cost, also of what has changed, and says so', async () => {
    const counting = new Counting();
    const reading = counting.read('a');
    counting.end(1, 150);
    expect(await reading).toEqual({ value: 1, isCurrent: true });
    counting.now += 20 * 149;
    expect(await counting.read('b')).toEqual({ value: 1, isCurrent: false });
    expect(await counting.read('a')).toEqual({ value: 1, isCurrent: true });
    expect(counting.asked).toHaveLength(1);
    counting.now += LONG_MS;
    const again = counting.read('b');
    expect(await counting.read('b', 5)).toEqual({ value: 1, isCurrent: false });
    counting.end(2);
    expect(await again).toEqual({ value: 2, isCurrent: true });
  });

  it('that failed late is not made again for twenty times its cost, and its failure told meanwhile', async () => {
    const counting = new Counting();
    const reading = counting.read('a');
    counting.end(new Error('too long'), 150);
    await expect(reading).rejects.toThrow('too long');
    counting.now += 20 * 149;
    expect(await counting.read('a')).toEqual({ value: undefined, failure: new Error('too long') });
    expect(counting.asked).toHaveLength(1);
    counting.now += LONG_MS;
    const again = counting.read('a');
    // It is being counted, then.
    expect(await counting.read('a', 5)).toEqual({ value: undefined, failure: undefined });
    counting.end(3);
    expect(await again).toEqual({ value: 3, isCurrent: true });
  });
});
