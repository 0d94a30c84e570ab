import { expect, it } from 'vitest';
import { filledIn } from './filled-in.js';
import { parseQuery } from './parse-query.js';

it.each([
  [
    "requests.exceptions.InvalidSchema: No connection adapters were found for 'htp://example.org/1234'",
    ['requests.exceptions.InvalidSchema', "'htp://example.org/1234'"],
  ],
  ['upstream answered 503 for http://catalogue.internal/prices/81 after 3 attempts', ['503', 'http://catalogue.internal/prices/81', '3']],
  ['Error: No such option: --verbos Did you mean --verbose?', ['Error', '--verbos', '--verbose']],
  ['no file "a b.md" below /srv/notes', ['"a b.md"', '/srv/notes']],
  ["it doesn't take the reader's word for version v2 of C4", []],
  ['FastifyError [FST_ERR_DUPLICATED_ROUTE]: declared twice', ['FastifyError [FST_ERR_DUPLICATED_ROUTE]']],
])('%s, a message, has parts that a program filled in', (text, parts) => {
  expect(filledIn(text, { isMessage: true })).toEqual(parts);
});

it.each([
  ['minutes of the board meeting 2019', []],
  ["what did 'Anna' say of 'Ben' on 12.3.2024", []],
  ["No adapters were found for 'htp://example.org/1234' after 3 attempts", ['htp://example.org/1234']],
  ['no handler for "/orders/17" of `--routes`', ['/orders/17', '--routes']],
])('of %s, which may be of a program or of a searcher, only what nobody writes himself is filled in', (text, parts) => {
  expect(filledIn(text, { isMessage: false })).toEqual(parts);
});

const weightsOf = (query: string) => new Map(parseQuery(query).terms.map(({ word, weight }) => [word, weight]));

it('what was filled into a message, and what its class belongs to, counts less than its words', () => {
  const weights = weightsOf("requests.exceptions.InvalidSchema: No adapters were found for 'htp://example.org/1234'");
  expect([weights.get('adapters'), weights.get('invalidschema')]).toEqual([1, 1]);
  expect([weights.get('exceptions'), weights.get('example'), weights.get('1234')]).toEqual([0.3, 0.3, 0.3]);
});

it('a word that a message says itself counts in full there', () => {
  expect(weightsOf("Error: unknown region 'region' in the file").get('region')).toBe(1.3);
});

it.each(["adapters for 'htp://example.org/1234'", 'which route took /orders/17 in 2024'])(
  'a query that is no message counts as it stands: %s',
  (query) => {
    expect([...weightsOf(query).values()].filter((weight) => weight === 0.3)).toEqual([]);
  },
);

it('a long text is read at once', () => {
  const started = performance.now();
  for (const text of [
    "'a ".repeat(6000),
    'a.'.repeat(9000),
    '/'.repeat(18_000),
    '1.'.repeat(9000),
    'a://'.repeat(4500),
    'abcdef01'.repeat(2400),
  ])
    filledIn(text, { isMessage: true });
  expect(performance.now() - started).toBeLessThan(1000);
});
