import { describe, expect, it } from 'vitest';
import { settleJoinedWords, withJoinedWords, wordsWrittenAsOne } from './joined-words.js';
import { MAX_QUERY_TERMS, parseQuery } from './parse-query.js';

const joinedOf = (query: string) =>
  withJoinedWords(parseQuery(query)).terms.flatMap(({ word, joins }) => (joins === undefined ? [] : [`${joins.join('+')} ${word}`]));

describe('words written as one', () => {
  it('are looked for beside the words of a query, two by two', () => {
    expect(joinedOf('set time zone of Wi-Fi')).toEqual(['set+time settime', 'time+zone timezone', 'wi+fi wifi']);
    const { terms, words } = withJoinedWords(parseQuery('time zone'));
    expect(terms.map(({ term, weight }) => [term, weight])).toEqual([
      ['time', 1],
      ['zone', 1],
      ['timezon', 1],
    ]);
    expect(words).toEqual(['time', 'zone']);
  });

  it('are made of words that tell something, and of a single letter only before a hyphen', () => {
    expect(joinedOf('how e-mail is in the x axis, of zones')).toEqual(['e+mail email']);
    expect(joinedOf('time_zone time, zone 2 zones')).toEqual([]);
  });

  it('are no words that the query has already, and not more than a query may have', () => {
    expect(joinedOf('time zone timezones')).toEqual(['zone+timezones zonetimezones']);
    const long = Array.from({ length: 100 }, (_, at) => `${'abcdefghij'.charAt(at / 10)}${'abcdefghij'.charAt(at % 10)}xy`).join(' ');
    expect(withJoinedWords(parseQuery(long)).terms).toHaveLength(MAX_QUERY_TERMS);
  });

  it('take the place of words that nobody writes apart', () => {
    const { terms } = withJoinedWords(parseQuery('wi-fi password'));
    expect(terms.map(({ word }) => word)).toEqual(['wi', 'fi', 'password', 'wifi']);
    const counts = [0, 7, 3, 2];
    expect([...wordsWrittenAsOne(terms, counts)]).toEqual(['wi']);
    expect(settleJoinedWords(terms, counts).map(({ word, weight, joins }) => [word, weight, joins])).toEqual([
      ['wi', 0, undefined],
      ['fi', 1, undefined],
      ['password', 1, undefined],
      ['wifi', 1, undefined],
    ]);
  });

  it('leave all as it is where the words are known apart, or not as one', () => {
    const { terms } = withJoinedWords(parseQuery('wi-fi password'));
    expect(settleJoinedWords(terms, [1, 7, 3, 2])).toBe(terms);
    expect(settleJoinedWords(terms, [0, 0, 3, 0])).toBe(terms);
  });
});
