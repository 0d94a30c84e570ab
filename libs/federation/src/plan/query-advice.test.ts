import { expect, it } from 'vitest';
import { queryAdvice } from './query-advice.js';

it.each([
  ['lang:Go sampler', 'lang:Go', 'filter {"must":[{"key":"lang","match":{"value":"go"}}]}'],
  ['path:libs/mcp tool', 'path:libs/mcp', 'filter {"must":[{"key":"path","match":{"text":"libs/mcp"}}]}'],
  ['file:sampler.go', 'file:sampler.go', 'filter {"must":[{"key":"path","match":{"text":"sampler.go"}}]}'],
  ['repo:gin context', 'repo:gin', 'collections ["gin-*"]'],
  ['lang:ts retry', 'lang:ts', 'filter {"must":[{"key":"lang","match":{"value":"typescript"}}]}'],
  ['tag:Later tides', 'tag:Later', 'filter {"must":[{"key":"tags","match":{"value":"Later"}}]}'],
  ['collection:notes tides', 'collection:notes', 'collections ["notes"]'],
  ['retry type:code lang:ts', 'type:code, lang:ts', 'filter {"must":[{"key":"type","match":{"value":"code"}}]}'],
])('says of "%s" that it was looked for as text, and what to give instead', (query, words, argument) => {
  expect(queryAdvice({ query })).toEqual([
    `${words} in the query was looked for as text: to search only there, leave it out and give ${argument}.`,
  ]);
});

it.each([
  'type:any is not assignable',
  'file:///srv/x is missing',
  'std::path:: join',
  'path: where is it set',
  `lang:go ${'word '.repeat(30)}`,
])('takes nothing in "%s" for a filter', (query) => {
  expect(queryAdvice({ query })).toEqual([]);
});

it('says that an age in m is one of minutes', () => {
  expect(queryAdvice({ query: 'tides', since: '3m', until: '2d' })).toEqual([
    'The age 3m is 3 minutes; months are written in days, such as 90d.',
  ]);
});
