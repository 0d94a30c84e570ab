import { describe, expect, it } from 'vitest';
import { askedDefinition } from './asked-definition.js';

describe('a definition', () => {
  it.each([
    ['getWithRetry', 'getWithRetry'],
    ['where is getWithRetry defined?', 'getWithRetry'],
    ['Where is the get_with_retry function implemented in bullmq', 'get_with_retry'],
    ['where do we define MAX_TRIES', 'MAX_TRIES'],
    ['which file defines retryAll', 'retryAll'],
    ['what does getWithRetry do', 'getWithRetry'],
    ['what does the function `retry` do', 'retry'],
    ['what does retry_all(times, 3) do', 'retry_all'],
    ['what does the retry function do', 'retry'],
    ['how is `retry` implemented', 'retry'],
    ['how does retryAll work', 'retryAll'],
    ['definition of retryAll', 'retryAll'],
    ['show me the implementation of retryAll', 'retryAll'],
    ['retryAll implementation', 'retryAll'],
    ['show me retryAll', 'retryAll'],
    ['wo ist retryAll definiert', 'retryAll'],
    ['was macht retry_all?', 'retry_all'],
    ['wie funktioniert die Methode `retry`', 'retry'],
    ['Implementierung von retryAll', 'retryAll'],
  ])('is asked for by %j', (query, name) => {
    expect(askedDefinition(query)).toEqual({ asks: 'definition', definition: { name, within: [], isWord: false } });
  });

  it.each(['where is requests.get defined', 'what does requests.get do', 'how does requests::get work'])(
    'keeps what it stands in: %s',
    (query) => {
      expect(askedDefinition(query)?.definition).toEqual({ name: 'get', within: ['requests'], isWord: false });
    },
  );

  it.each(['where is Pool defined', 'how is the redirect implemented', 'wo ist Pool implementiert'])(
    'may be that of a mere word where nobody asks so but about code: %s',
    (query) => {
      expect(askedDefinition(query)).toMatchObject({ asks: 'definition', definition: { isWord: true } });
    },
  );
});

it.each([
  ['who calls getWithRetry', 'getWithRetry'],
  ['which functions call retry_all()?', 'retry_all'],
  ['what uses `retry`', 'retry'],
  ['where is retryAll used', 'retryAll'],
  ['where do we call retryAll', 'retryAll'],
  ['callers of retryAll', 'retryAll'],
  ['find all usages of retryAll in the gateway', 'retryAll'],
  ['references to retryAll', 'retryAll'],
  ['callers of the function retry', 'retry'],
  ['wer ruft retryAll auf', 'retryAll'],
  ['wo wird retryAll verwendet', 'retryAll'],
  ['Aufrufe von retryAll', 'retryAll'],
])('uses of it are asked for by %j', (query, name) => {
  expect(askedDefinition(query)).toEqual({ asks: 'uses', definition: { name, within: [], isWord: false } });
});

it.each([
  'what does retry do',
  'how does type inference work',
  'how does function composition work',
  'who calls Anna',
  'where is Anna',
  'show me Anna',
  'uses of water',
  'where is the library used',
  'was macht Anna',
  'wer ruft Anna auf',
])('%j asks for words', (query) => {
  expect(askedDefinition(query)).toBeUndefined();
});

it.each([
  ['how do I use retryAll with a timeout', 'more'],
  ['why does retryAll fail where the queue is paused', 'more'],
  ['where is retryAll defined and who calls it', 'more'],
  ['fix the bug in retryAll', 'definition'],
])('%j says an identifier amid other words', (query, asks) => {
  expect(askedDefinition(query)).toEqual({ asks, definition: { name: 'retryAll', within: [], isWord: false } });
});

it('of a long question is told at once', () => {
  const startedAt = performance.now();
  expect(askedDefinition(`where is ${'the '.repeat(60)}`)).toBeUndefined();
  expect(askedDefinition(`show me the ${'a('.repeat(140)}`)).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(500);
});
