import { describe, expect, it } from 'vitest';
import { withOtherWritings } from '../query/other-writings.js';
import { parseQuery } from '../query/parse-query.js';
import { beginningsFor, chooseStandIns, repairQuery, unknownWords } from './repair-query.js';

const known = (word: string, documentFrequency: number) => ({ word, documentFrequency });

describe('repair of unknown words', () => {
  it('finds the words that no searched collection contains', () => {
    const query = parseQuery('kuberntes "exatc" cluster');
    expect(unknownWords(query, [0, 0, 12])).toEqual(['kuberntes']);
  });

  it('takes no word for a mistake that others write together with the next one', () => {
    const query = withOtherWritings(parseQuery('time zone'));
    expect(unknownWords(query, [5, 0, 3])).toEqual([]);
    expect(unknownWords(query, [5, 0, 0])).toEqual(['zone']);
  });

  it('takes the three most frequent neighbours over all collections, from three letters on', () => {
    const suggestions = [
      [known('form', 5), known('fork', 3), known('or', 99)],
      [known('form', 1), known('fort', 5), known('ford', 1)],
    ];
    expect(chooseStandIns('forx', { alike: suggestions, beginning: [] })).toEqual(['form', 'fort', 'fork']);
  });

  it('repairs nothing when one collection knows the word after all', () => {
    expect(chooseStandIns('forx', { alike: [[known('form', 5)], [known('forx', 1)]], beginning: [] })).toEqual([]);
  });

  it('takes compounds and inflections before what is one edit away, of words of four letters or more', () => {
    const beginning = [[known('hafenlotse', 1), known('hafens', 4)], [known('hafenlotse', 2)]];
    expect(chooseStandIns('hafen', { alike: [[known('hagen', 9)]], beginning })).toEqual(['hafens', 'hafenlotse']);
    const indexes = [[known('independent', 9), known('indexing', 5), known('indexed', 4), known('index', 1)]];
    expect(chooseStandIns('inde', { alike: [[known('index', 1)]], beginning: indexes })).toEqual(['index', 'independent', 'indexing']);
    expect(chooseStandIns('hafen', { alike: [], beginning: [[known('hafen', 1)], [known('hafenlotse', 2)]] })).toEqual([]);
    expect(beginningsFor('hafen')).toContain('hafen');
    expect(beginningsFor('haf')).not.toContain('haf');
  });

  it.each([
    ['lecki', 'łęcki'],
    ['lukasz', 'łukasz'],
    ['thorunn', 'þórunn'],
    ['oresund', 'øresund'],
    ['chrzest', 'chrzęst'],
    ['configuracao', 'configuração'],
  ])('takes what is written like the word but for marks before all else: %s, %s', (word, marked) => {
    expect(beginningsFor(word).some((one) => marked.startsWith(one))).toBe(true);
    const beginning = [[known(`${word}a`, 9), known(marked, 1)]];
    expect(chooseStandIns(word, { alike: [], beginning })).toEqual([marked]);
  });

  it('counts a form of the unknown word that stands in for it once', () => {
    const query = parseQuery('Hafen');
    const [hafen] = query.terms;
    const [form] = parseQuery('Hafenlotse').terms;
    const terms = hafen && form ? [hafen, { ...form, weight: 0.5, placingWeight: 0.5, formOf: 'hafen' }] : [];
    const repaired = repairQuery({ ...query, terms }, [{ word: 'hafen', standIns: ['hafenlotse'] }]);
    expect(repaired.terms).toMatchObject([{ word: 'hafenlotse', weight: 0.7, standsFor: 'hafen' }]);
    expect(repaired.terms).toHaveLength(1);
  });

  it('takes no word that holds sentences of another language together, and those of English, which are mistyped themselves', () => {
    expect(chooseStandIns('seil', { alike: [[known('seit', 9), known('weil', 8), known('seal', 1)]], beginning: [] })).toEqual(['seal']);
    expect(chooseStandIns('wiht', { alike: [[known('with', 9)]], beginning: [] })).toEqual(['with']);
  });

  it('weighs each stand-in 0.7, stems it, and puts the first one into the text that is embedded', () => {
    const repaired = repairQuery(parseQuery('Kuberntes clusters'), [{ word: 'kuberntes', standIns: ['kubernetes', 'kubernete'] }]);
    expect(repaired.text).toBe('kubernetes clusters');
    expect(repaired.terms.map(({ term, weight, standsFor }) => [term, weight, standsFor])).toEqual([
      ['kubernet', 0.7, 'kuberntes'],
      ['cluster', 1, undefined],
    ]);
    expect(repaired.words).toEqual(['kubernetes', 'kubernete', 'clusters']);
  });

  it('adds up a stand-in that the query says itself', () => {
    const repaired = repairQuery(parseQuery('container containr'), [{ word: 'containr', standIns: ['container'] }]);
    expect(repaired.terms.map(({ term, weight }) => [term, weight])).toEqual([['contain', 1.7]]);
  });

  it('counts a stand-in that only asks as little as the word itself, and repairs none of those', () => {
    const asked = parseQuery('hwo which lease');
    expect(unknownWords(asked, [0, 0, 0])).toEqual(['hwo', 'lease']);
    const { terms } = repairQuery(asked, [{ word: 'hwo', standIns: ['how'] }]);
    expect(terms.map(({ word, weight, placingWeight }) => [word, weight.toFixed(2), placingWeight])).toEqual([
      ['how', '0.14', 0.7],
      ['which', '0.20', 1],
      ['lease', '1.00', 1],
    ]);
  });

  it('leaves a query without repairs as it is', () => {
    const query = parseQuery('plain words');
    expect(repairQuery(query, [{ word: 'plain', standIns: [] }])).toMatchObject({ text: query.text, terms: query.terms, repaired: [] });
  });
});
