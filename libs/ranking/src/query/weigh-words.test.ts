import { expect, it } from 'vitest';
import { idf } from '../bm25/bm25.js';
import { parseQuery } from './parse-query.js';
import { weighWords } from './weigh-words.js';

const countsOf = (...documentFrequency: readonly number[]) => ({ points: 100, totalLength: 1000, documentFrequency });

it('weighs each word by what it tells in the collection, and leaves out stop words', () => {
  const { terms, text } = parseQuery('how to rotate the Keys');
  const counts = countsOf(...terms.map(({ word }) => (word === 'rotate' ? 2 : 50)));
  const words = weighWords(text, { terms, counts });
  expect(words.at(-1)).toEqual({ word: 'Keys', weight: idf(100, 50) });
  expect(words.find(({ word }) => word === 'rotate')?.weight).toBe(idf(100, 2));
  expect(words.map(({ word }) => word)).not.toContain('the');
});

it('weighs words among parts of one corpus by all of them, among unlike collections each by its own', () => {
  const { terms, text } = parseQuery('rotate keys');
  const [counts, pooled] = [countsOf(2, 50), countsOf(40, 40)];
  const weigh = (heterogeneity: number) => weighWords(text, { terms, counts, among: { pooled, heterogeneity } });
  expect(weigh(0)).toEqual(weighWords(text, { terms, counts: pooled }));
  expect(weigh(1)).toEqual(weighWords(text, { terms, counts }));
  expect(weigh(0.5)[0]?.weight).toBeCloseTo((idf(100, 2) + idf(100, 40)) / 2, 12);
});

it('takes an identifier as it is written, at the weight of its rarest part', () => {
  const { terms, text } = parseQuery('getUserById');
  const words = weighWords(text, { terms, counts: countsOf(...terms.map(({ word }) => (word === 'user' ? 3 : 90))) });
  expect(words).toEqual([{ word: 'getUserById', weight: idf(100, 3) }]);
});

it('keeps the words that tell most of a very long query', () => {
  const all = Array.from({ length: 60 }, (_, i) => `word${'abcdefghij'[i % 10] ?? ''}${'klmnop'[Math.floor(i / 10)] ?? ''}`);
  const { terms, text } = parseQuery(all.join(' '));
  const words = weighWords(text, { terms, counts: countsOf(...terms.map((_, at) => at + 1)) });
  expect(words.map(({ word }) => word)).toEqual(all.slice(0, 24));
});

it('says which words are the name of the collection', () => {
  const { terms, text } = parseQuery('where does django check tokens');
  const named = terms.map(({ word }) => word === 'django');
  const words = weighWords(text, { terms, counts: countsOf(...terms.map(() => 10)), named });
  expect(words.filter(({ isName }) => isName).map(({ word }) => word)).toEqual(['django']);
  expect(weighWords(text, { terms, counts: countsOf(...terms.map(() => 10)) }).some(({ isName }) => isName)).toBe(false);
});
