import { describe, expect, it } from 'vitest';
import { withOtherWritings } from './other-writings.js';
import { parseQuery } from './parse-query.js';
import { settleTerms, wordsWrittenOtherwise } from './settle-terms.js';
import { withForms } from './word-forms.js';

const countsOf = (documentFrequency: readonly number[], points = 1000) => ({ points, totalLength: 10 * points, documentFrequency });

describe('words written as one', () => {
  const { terms } = withOtherWritings(parseQuery('wi-fi password'));

  it('take the place of words that nobody writes apart', () => {
    expect(terms.map(({ word }) => word)).toEqual(['wi', 'fi', 'password', 'wifi']);
    const counts = [0, 7, 3, 2];
    expect([...wordsWrittenOtherwise(terms, counts)]).toEqual(['wi']);
    expect(settleTerms(terms, countsOf(counts)).map(({ word, weight, variantOf }) => [word, weight, variantOf])).toEqual([
      ['wi', 0, undefined],
      ['fi', 1, undefined],
      ['password', 1, undefined],
      ['wifi', 1, undefined],
    ]);
  });

  it('leave all as it is where the words are known apart, or not as one', () => {
    expect(settleTerms(terms, countsOf([1, 7, 3, 2]))).toBe(terms);
    expect(settleTerms(terms, countsOf([0, 0, 3, 0]))).toBe(terms);
  });
});

describe('words with marks and without', () => {
  it('are one word where nobody writes it as it was asked for', () => {
    const { terms } = withOtherWritings(parseQuery('Zürich, Zürich'));
    const settled = settleTerms(terms, countsOf([0, 3, 2]));
    expect(settled.map(({ weight, standsFor, variantOf }) => [weight, standsFor, variantOf])).toEqual([
      [0, undefined, undefined],
      [2, 'zürich', undefined],
      [2, 'zürich', undefined],
    ]);
    expect(settleTerms(terms, countsOf([0, 3, 0]))[2]).toBe(terms[2]);
    expect(settleTerms(terms, countsOf([1, 3, 2]))).toBe(terms);
  });
});

describe('a word and its forms', () => {
  const forms = ['partition', 'partitionierung'].map((word) => ({ word, documentFrequency: 1 }));
  const { terms } = withForms(parseQuery('Partitionen löschen'), new Map([['partitionen', [forms]]]));

  /** Weight times inverse document frequency. */
  const telling = (counts: readonly number[], points: number) =>
    settleTerms(terms, countsOf(counts, points)).map(({ weight }, at) => {
      const found = counts[at] ?? 0;
      return weight * Math.log(1 + (points - found + 0.5) / (found + 0.5));
    });

  it('tell what one of them tells: as much as a word in all the passages that have any', () => {
    expect(terms.map(({ word, weight, formOf }) => [word, weight, formOf])).toEqual([
      ['partitionen', 1, undefined],
      ['löschen', 1, undefined],
      ['partition', 0.5, 'partitionen'],
      ['partitionierung', 0.5, 'partitionen'],
    ]);
    const [own = 0, other = 0, form = 0, rare = 0] = telling([2, 5, 100, 10], 1000);
    const together = 1000 * (1 - 0.998 * 0.9 * 0.99);
    expect(own).toBeCloseTo(Math.log(1 + (1000 - together + 0.5) / (together + 0.5)), 10);
    expect([form, rare]).toEqual([expect.closeTo(own / 2, 10), expect.closeTo(own / 2, 10)]);
    expect(other).toBeCloseTo(Math.log(1 + 995.5 / 5.5), 10);
  });

  it('are words like others where nobody says the word itself, and one of them is enough', () => {
    const settled = settleTerms(terms, countsOf([0, 5, 100, 0]));
    expect(settled.map(({ word, standsFor, formOf }) => [word, standsFor, formOf])).toEqual([
      ['partitionen', undefined, undefined],
      ['löschen', undefined, undefined],
      ['partition', 'partitionen', undefined],
      ['partitionierung', undefined, 'partitionen'],
    ]);
    expect(settled[0]?.weight).toBe(0);
    // A word that nobody says may still be a mistake: it is corrected before its forms stand for it.
    expect(wordsWrittenOtherwise(terms, [0, 5, 100, 0]).size).toBe(0);
  });
});
