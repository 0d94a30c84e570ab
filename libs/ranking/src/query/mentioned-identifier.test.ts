import { expect, it } from 'vitest';
import { mentionedIdentifier } from './mentioned-identifier.js';

it.each([
  ['what does retryAll return', 'retryAll'],
  ['retryAll function', 'retryAll'],
  ['what is retry_all?', 'retry_all'],
  ['explain `retry`', 'retry'],
  ['fix the bug in RetryQueue', 'RetryQueue'],
  ['I need to change retryAll, show me the code', 'retryAll'],
  ['explain what retryAll does and when it is called', 'retryAll'],
  ["what are retryAll's parameters", 'retryAll'],
  ['refactor retry() to be async', 'retry'],
  ['why does retry(times) throw (see retry(times))', 'retry'],
  ['explain (retryAll)', 'retryAll'],
  ['retryAll in lib/retry.js', 'retryAll'],
  ['explain retryAll in src/build_reply.py:12', 'retryAll'],
  ['what is retryAll in the gateway', 'retryAll'],
  ['erkläre mir, was retryAll tut', 'retryAll'],
  ['rewrite retryAll in TypeScript', 'retryAll'],
  ['what is GitHub', 'GitHub'],
  ['behebe den Fehler in retryAll', 'retryAll'],
])('what %j is about is an identifier', (query, name) => {
  expect(mentionedIdentifier(query)).toEqual({ definition: { name, within: [], isWord: false }, isSubject: true });
});

it.each([
  ['what does requests.get return', 'get', ['requests']],
  ['what does Limits::again return', 'again', ['Limits']],
  ['fix http.statusGone', 'statusGone', ['http']],
])('what %j is about keeps what it stands in', (query, name, within) => {
  expect(mentionedIdentifier(query)?.definition).toEqual({ name, within, isWord: false });
});

it.each([
  'how do I use retryAll with a timeout',
  'why does the queue stop when retryAll fails',
  'tests of retryAll for orders',
  'refunds after `retry` of a payment',
  'who gets paid where retryAll gets called',
])('%j says an identifier amid words that say more', (query) => {
  expect(mentionedIdentifier(query)?.isSubject).toBe(false);
});

it.each([
  'difference between retryAll and retryOnce',
  'what does retry do',
  'how do I install node.js',
  'where is package.json',
  'explain lib/build_reply.py',
  'it costs $10 a month',
  'retryAll is slow\nsince Monday',
  `what does retryAll do ${'again and '.repeat(40)}`,
])('%j says no identifier that is the only one', (query) => {
  expect(mentionedIdentifier(query)).toBeUndefined();
});

it('of a query of the greatest length is told at once', () => {
  const startedAt = performance.now();
  mentionedIdentifier(`aB ${'.'.repeat(297)}`);
  mentionedIdentifier(`aB ${'`'.repeat(297)}`);
  mentionedIdentifier(`aB ${'when it is '.repeat(27)}`);
  expect(performance.now() - startedAt).toBeLessThan(200);
});

it.each([
  'was tun, z.B. wenn der Import abbricht',
  'when does it close, e.g. on Monday',
  'is the U.S. office open',
  'open at 5 p.m. today',
])('%j abbreviates words and says no identifier', (query) => {
  expect(mentionedIdentifier(query)).toBeUndefined();
});
