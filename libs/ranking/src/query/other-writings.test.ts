import { describe, expect, it } from 'vitest';
import { withOtherWritings } from './other-writings.js';
import { MAX_QUERY_TERMS, parseQuery } from './parse-query.js';

const writingsOf = (query: string) =>
  withOtherWritings(parseQuery(query)).terms.flatMap(({ word, variantOf }) =>
    variantOf === undefined ? [] : [`${variantOf.join('+')} ${word}`],
  );

describe('words written as one', () => {
  it('are looked for beside the words of a query, two by two', () => {
    expect(writingsOf('set time zone of Wi-Fi')).toEqual(['set+time settime', 'time+zone timezone', 'wi+fi wifi']);
    const { terms, words } = withOtherWritings(parseQuery('time zone'));
    expect(terms.map(({ term, weight }) => [term, weight])).toEqual([
      ['time', 1],
      ['zone', 1],
      ['timezon', 1],
    ]);
    expect(words).toEqual(['time', 'zone']);
  });

  it('are made of words that tell something, and of a single letter only before a hyphen', () => {
    expect(writingsOf('how e-mail is in the x axis, of zones')).toEqual(['e+mail email']);
    expect(writingsOf('time_zone time, zone 2 zones')).toEqual([]);
  });

  it('are no words that the query has already, and not more than a query may have', () => {
    expect(writingsOf('time zone timezones')).toEqual(['zone+timezones zonetimezones']);
    const long = Array.from({ length: 100 }, (_, at) => `${'abcdefghij'.charAt(at / 10)}${'abcdefghij'.charAt(at % 10)}xy`).join(' ');
    expect(withOtherWritings(parseQuery(long)).terms).toHaveLength(MAX_QUERY_TERMS);
  });
});

describe('numbers in groups of digits', () => {
  it('are looked for without the signs between these', () => {
    expect(writingsOf("12,500 48.220,75 1'750 3 204 118")).toEqual(['12+500 12500', '48+220 48220', '1+750 1750', '3+204+118 3204118']);
    expect(writingsOf('12,50 3.5 2017-03-03 10.0.0.1')).toEqual([]);
  });

  it('nominate by their groups alone where these are not written', () => {
    const { terms } = withOtherWritings(parseQuery('12500 in 2024'));
    expect(terms.map(({ word, weight, nominatingWeight, isWord }) => [word, weight, nominatingWeight, isWord])).toEqual([
      ['12500', 1, undefined, true],
      ['2024', 1, undefined, true],
      ['12', 0, 0.5, false],
      ['500', 0, 0.5, false],
    ]);
  });
});

describe('words with marks and without', () => {
  it('are looked for as others write them', () => {
    expect(writingsOf('München')).toEqual(['münchen munchen', 'münchen muenchen']);
    expect(writingsOf('Muenchen')).toEqual(['muenchen münchen']);
    expect(writingsOf('configuración')).toEqual(['configuración configuracion']);
    expect(writingsOf('берёза')).toEqual(['берёза береза']);
    expect(writingsOf('smørrebrød')).toEqual(['smørrebrød smorrebrod']);
  });

  it('are no stop words, which tell nothing', () => {
    expect(writingsOf('thèse')).toEqual([]);
    expect(writingsOf('thèse, café')).toEqual(['café cafe']);
  });

  it('stay as they are where the letters are what they are, and where marks are vowels', () => {
    expect(writingsOf('neue, Quelle')).toEqual([]);
    expect(writingsOf('où हिन्दी')).toEqual([]);
  });

  it('count as often as they are asked for', () => {
    const { terms } = withOtherWritings(parseQuery('Zürich, Zürich'));
    expect(terms.map(({ word, weight }) => [word, weight])).toEqual([
      ['zürich', 2],
      ['zurich', 2],
      ['zuerich', 2],
    ]);
  });
});
