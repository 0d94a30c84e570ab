import { expect, it } from 'vitest';
import { idf } from '../bm25/bm25.js';
import { parseQuery } from './parse-query.js';
import { weighWords } from './weigh-words.js';

const countsOf = (...documentFrequency: readonly number[]) => ({ points: 100, totalLength: 1000, documentFrequency });
/** Of a collection so large that it says all of what its words tell. */
const countsOfMany = (...documentFrequency: readonly number[]) => ({ points: 1e9, totalLength: 1e10, documentFrequency });

it('weighs each word by what it tells in the collection, and leaves out stop words', () => {
  const { terms, text } = parseQuery('how to rotate the Keys');
  const counts = countsOf(...terms.map(({ word }) => (word === 'rotate' ? 2 : 50)));
  const words = weighWords(text, { terms, counts });
  expect(words.at(-1)).toEqual({ word: 'Keys', weight: idf(100, 50) });
  expect(words.find(({ word }) => word === 'rotate')?.weight).toBe(idf(100, 2));
  expect(words.map(({ word }) => word)).not.toContain('the');
});

it('weighs words less that count less where texts are matched', () => {
  const [rotate, keys] = parseQuery('rotate keys').terms;
  if (!rotate || !keys) throw new Error('Two words are two terms.');
  const terms = [{ ...rotate, matchWeight: 0.2 }, keys];
  const words = weighWords('rotate keys', { terms, counts: countsOf(2, 2) });
  expect(words).toEqual([
    { word: 'rotate', weight: 0.2 * idf(100, 2) },
    { word: 'keys', weight: idf(100, 2) },
  ]);
});

it('weighs words among parts of one corpus by all of them, among unlike collections each by its own', () => {
  const { terms, text } = parseQuery('rotate keys');
  const [counts, pooled] = [countsOfMany(2, 50), countsOfMany(40, 40)];
  const weigh = (heterogeneity: number) => weighWords(text, { terms, counts, among: { pooled, heterogeneity } });
  expect(weigh(0)).toEqual(weighWords(text, { terms, counts: pooled }));
  expect(weigh(1)[0]?.weight).toBeCloseTo(idf(1e9, 2), 6);
  expect(weigh(0.5)[0]?.weight).toBeCloseTo((idf(1e9, 2) + idf(1e9, 40)) / 2, 6);
});

it('weighs words in a collection of a few passages by all collections, whatever these are', () => {
  const { terms, text } = parseQuery('who Herbert');
  const pooled = { points: 1000, totalLength: 10_000, documentFrequency: [400, 1] };
  const weightsIn = (points: number) =>
    weighWords(text, {
      terms,
      counts: { points, totalLength: 10 * points, documentFrequency: [0, 1] },
      among: { pooled, heterogeneity: 1 },
    });
  const shareOfName = (points: number) => {
    const [asks = { weight: 0 }, name = { weight: 0 }] = weightsIn(points);
    return name.weight / (asks.weight + name.weight);
  };
  expect(
    weighWords(text, { terms, counts: { points: 1, totalLength: 10, documentFrequency: [0, 1] } }).map(({ weight }) => weight),
  ).toEqual([idf(1, 0), idf(1, 1)]);
  expect(shareOfName(1)).toBeGreaterThan(0.8);
  expect(shareOfName(1)).toBeGreaterThan(shareOfName(10));
  expect(weightsIn(10)[1]?.weight).toBeCloseTo((idf(10, 1) + idf(1000, 1)) / 2, 12);
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
