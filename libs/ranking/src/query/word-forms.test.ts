import { describe, expect, it } from 'vitest';
import { MAX_QUERY_TERMS, parseQuery } from './parse-query.js';
import { beginningOf, withForms, wordsWithForms } from './word-forms.js';

describe('words whose forms are looked for', () => {
  it('are no abbreviations, identifiers and quoted words', () => {
    const withFormsOf = (query: string, strange: readonly string[]) => wordsWithForms(strange, parseQuery(query));
    expect(withFormsOf('DNSSEC absichern mehrere_zonen heute', ['dnssec', 'absichern', 'mehrere', 'zonen', 'heute'])).toEqual([
      'absichern',
      'heute',
    ]);
    expect(withFormsOf('"schlüssel" erzeugen', ['schlüssel', 'erzeugen'])).toEqual(['erzeugen']);
  });

  it('begin with three letters of five, and four at least', () => {
    expect(['rete', 'dateien', 'verschlüsseln', 'копии'].map(beginningOf)).toEqual(['rete', 'datei', 'verschlü', 'копи']);
  });
});

describe('a query with forms', () => {
  const query = parseQuery('Dateien sichern, Dateien');
  const found = (...words: readonly (readonly [string, number])[]) =>
    words.map(([word, documentFrequency]) => ({ word, documentFrequency }));

  it('has the most frequent of all collections together, each with half the weight of its word', () => {
    const one = found(['dateien', 9], ['datei', 5], ['dateisystem', 4]);
    const other = found(['dateisystem', 3]);
    const { terms, words } = withForms(query, new Map([['dateien', [one, other]]]));
    expect(terms.map(({ word, weight, formOf }) => [word, weight, formOf])).toEqual([
      ['dateien', 2, undefined],
      ['sichern', 1, undefined],
      ['dateisystem', 1, 'dateien'],
      ['datei', 1, 'dateien'],
    ]);
    expect(words).toEqual(['dateien', 'sichern']);
  });

  it('has no stop words, nothing twice, a dozen of a word, and no more than a query may have', () => {
    const same = withForms(query, new Map([['dateien', [found(['sichern', 2], ['dateien', 1])]]]));
    expect(same).toBe(query);
    expect(
      withForms(parseQuery('thesen'), new Map([['thesen', [found(['these', 2], ['thesis', 1])]]])).terms.map(({ word }) => word),
    ).toEqual(['thesen', 'thesis']);
    const many = found(...Array.from({ length: 16 }, (_, at) => [`datei${'abcdefghijklmnop'.charAt(at)}x`, 1] as const));
    expect(withForms(query, new Map([['dateien', [many]]])).terms).toHaveLength(2 + 12);
    const long = parseQuery(
      Array.from({ length: 120 }, (_, at) => `${'abcdefghijkl'.charAt(at / 10)}${'abcdefghij'.charAt(at % 10)}xy`).join(' '),
    );
    expect(withForms(long, new Map([['aaxy', [many]]])).terms).toHaveLength(MAX_QUERY_TERMS);
  });
});
