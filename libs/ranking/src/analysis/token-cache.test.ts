import { describe, expect, it } from 'vitest';
import { TokenCache } from './token-cache.js';

function countingCache(generationSize: number) {
  const made: string[] = [];
  const cache = new TokenCache((run) => {
    made.push(run);
    return [];
  }, generationSize);
  return { cache, made };
}

describe('TokenCache', () => {
  it('makes the tokens of a run once', () => {
    const { cache, made } = countingCache(10);
    for (const run of ['a', 'b', 'a', 'b']) cache.get(run);
    expect(made).toEqual(['a', 'b']);
  });

  it('forgets what was not used for two generations and keeps what was', () => {
    const { cache, made } = countingCache(10);
    cache.get('rare');
    for (let n = 0; n < 30; n++) {
      cache.get(`w${n.toString()}`);
      cache.get('often');
    }
    cache.get('rare');
    expect(made.filter((run) => run === 'often')).toHaveLength(1);
    expect(made.filter((run) => run === 'rare')).toHaveLength(2);
  });

  it('does not remember runs of more than forty characters', () => {
    const { cache, made } = countingCache(10);
    for (let n = 0; n < 2; n++) cache.get('x'.repeat(41));
    expect(made).toHaveLength(2);
  });
});
