import { expect, it } from 'vitest';
import { namedPaths } from './named-paths.js';
import { parseQuery } from './parse-query.js';

const frames = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `    at handle${n.toString()} (/srv/node_modules/fastify/lib/part${n.toString()}.js:${n.toString()}:5)`,
  );
const OWN = ['    at placeOrder (/srv/orders/src/store.ts:7:59)', '    at Basket.pay (/srv/orders/src/basket.ts:3:1)'];
const TRACE = ['RangeError: "quantity" must be -positive, got -4', ...OWN, ...frames(200)].join('\n');

it('looks for the messages of a stack trace, and for names of its nearest frames by a fifth of the weight', () => {
  const { text, terms, droppedTerms } = parseQuery(TRACE);
  expect(text).toBe('RangeError: quantity must be -positive, got -4');
  expect(droppedTerms).toBe(0);
  const weights = new Map(terms.map(({ word, weight }) => [word, weight]));
  expect(weights.get('got')).toBe(1);
  expect(weights.get('placeorder')).toBe(0.2);
  expect(weights.get('basket')).toBe(0.2);
  expect([...weights.keys()].filter((word) => word.startsWith('handle'))).toEqual([]);
});

it('demands and excludes nothing by what stands in a stack trace, which a note says', () => {
  const { phrases, excluded, readAsText } = parseQuery(TRACE);
  expect({ phrases, excluded, readAsText }).toEqual({ phrases: [], excluded: [], readAsText: [{ what: 'all', since: 'several-lines' }] });
});

it('repairs no names of frames', () => {
  expect(parseQuery(TRACE).repairable).not.toContain('placeorder');
});

it('names of a stack trace the files nearest to the error, those of own code first', () => {
  expect(namedPaths(TRACE)).toEqual([
    { path: 'srv/orders/src/store.ts', line: 7, isAll: false, frame: 'own' },
    { path: 'srv/orders/src/basket.ts', line: 3, isAll: false, frame: 'own' },
    { path: 'fastify/lib/part0.js', isAll: false, frame: 'other' },
    { path: 'fastify/lib/part1.js', line: 1, isAll: false, frame: 'other' },
  ]);
});
