import { describe, expect, it } from 'vitest';
import { loneCharacters, pairsWith, withPairs } from './lone-characters.js';
import { withOtherWritings } from './other-writings.js';
import { parseQuery } from './parse-query.js';

describe('lone characters', () => {
  it('are those of scripts that are indexed by pairs, and stand by themselves', () => {
    expect(loneCharacters(parseQuery('雪 祇園 a 7 눈'))).toEqual(['雪', '눈']);
    expect(loneCharacters(withOtherWritings(parseQuery('permit of 1250000')))).toEqual([]);
  });

  it('stand in the pairs of a text', () => {
    expect([...pairsWith('雪', '海と雪。祇園の雪は、雪')]).toEqual(['と雪', 'の雪', '雪は']);
    expect([...pairsWith('雪', 'snow')]).toEqual([]);
  });

  it('are looked for by the most frequent pairs, none of which has to be said', () => {
    const many = new Map(Array.from({ length: 80 }, (_, at) => [`雪${String.fromCodePoint(0x4e00 + at)}`, at] as const));
    const { terms } = withPairs(parseQuery('雪'), new Map([['雪', many]]));
    expect(terms).toHaveLength(65);
    expect(terms[1]).toMatchObject({ word: `雪${String.fromCodePoint(0x4e00 + 79)}`, isWord: false, weight: 1, formOf: '雪' });
  });
});
