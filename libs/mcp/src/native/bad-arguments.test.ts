import type { Client } from '@modelcontextprotocol/client';
import { permanent, retryable } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';

let client: Client;
beforeAll(async () => {
  client = await connectInProcess(new MemoryOperations());
});

const ask = async (name: string, args?: Record<string, unknown>) => {
  const { isError, content } = await client.callTool({ name, ...(args === undefined ? {} : { arguments: args }) });
  const [first] = content;
  return { isError, text: first?.type === 'text' ? first.text : '' };
};

describe('a wrong call is answered with its code, the field and the remedy', () => {
  it.each([
    ['no arguments', 'search', undefined, 'REQUEST.INVALID: query: is missing: give a text.'],
    ['an empty query', 'search', { query: '   ' }, 'REQUEST.INVALID: query: The query is empty: say what to look for.'],
    ['a query of another type', 'search', { query: 7 }, 'REQUEST.INVALID: query: expected a text, got a number.'],
    ['a limit of 0', 'search', { query: 'a', limit: 0 }, 'REQUEST.INVALID: limit: must be at least 1.'],
    ['a limit of 101', 'search', { query: 'a', limit: 101 }, 'REQUEST.INVALID: limit: must be at most 100.'],
    ['half a hit', 'search', { query: 'a', limit: 2.5 }, 'REQUEST.INVALID: limit: expected a whole number, got a number with a fraction.'],
    ['a relevance above 1', 'search', { query: 'a', min_relevance: 2 }, 'REQUEST.INVALID: min_relevance: must be at most 1.'],
    [
      'an unknown algorithm',
      'search',
      { query: 'a', algorithm: 'magic' },
      'REQUEST.INVALID: algorithm: must be one of hybrid, semantic, keyword, fuzzy, rrf, dbsf.',
    ],
    [
      'an empty list of collections',
      'search',
      { query: 'a', collections: [] },
      'REQUEST.INVALID: collections: An empty list searches nothing',
    ],
    [
      'a filter that is not one',
      'search',
      { query: 'a', filter: { lang: 'ts' } },
      'FILTER.INVALID: filter: "lang" is no clause: a filter has must, should, must_not, min_should. Write conditions under must',
    ],
    ['a filter that is text', 'search', { query: 'a', filter: 'lang = ts' }, 'FILTER.INVALID: filter: expected an object with must'],
    [
      'a condition that is not one',
      'delete',
      { collection: 'a', filter: { must: [{ key: 'lang', matches: 'ts' }] } },
      'FILTER.INVALID: filter: must.0: "key", "matches" is no condition; expected a condition',
    ],
    ['neither ids nor filter', 'delete', { collection: 'a' }, 'REQUEST.INVALID: Give either ids or a filter.'],
    [
      'an unknown field',
      'fetch',
      { url: 'tributary://a/b' },
      'Unknown field "url": the fields are uri, start_line, start_column, end_line, token_budget.',
    ],
    [
      'an unknown lane',
      'search',
      { query: 'a', weights: { lexical: 2 } },
      'Unknown field "lexical" in weights: the fields are semantic, keyword, fuzzy.',
    ],
    ['an argument where none is taken', 'status', { all: true }, 'REQUEST.INVALID: Unknown field "all": the fields are none.'],
    ['an address that is none', 'fetch', { uri: 'https://example.org/a.md' }, 'URI.INVALID: Not a document address'],
    ['an empty text', 'store', { text: '' }, 'REQUEST.INVALID: text: The text is empty: give what to remember.'],
    [
      'a collection that is not there',
      'search',
      { query: 'a', collections: ['nowhere'] },
      'COLLECTION.NOT_FOUND: None of these collections exists: nowhere.',
    ],
    ['a folder that is not there', 'ingest', { location: '/no/such/folder' }, 'SOURCE.NOT_FOUND: No such folder or file'],
  ])('%s', async (...[, tool, args, expected]) => {
    const { isError, text } = await ask(tool, args);
    expect(isError).toBe(true);
    expect(text).toContain(expected);
    expect(text).toContain('\nNext step: ');
  });
});

it.each([
  ['ingest', { location: '/no/such/folder' }, 'SOURCE.NOT_FOUND', /^Correct the location and call again: /],
  ['fetch', { uri: 'tributary://a/b#99' }, 'DOCUMENT.NOT_FOUND', /^Search for it and take the uri of a hit\. Where a uri has a #/],
  ['search', { query: 'a', collections: ['nowhere'] }, 'COLLECTION.NOT_FOUND', /^Call list_collections/],
])('advises %s with %j after %s by what was not found', async (...[tool, args, code, step]) => {
  const { text } = await ask(tool, args);
  expect(text).toContain(`${code}: `);
  expect(text.split('\nNext step: ')[1]).toMatch(step);
});

it('does not repeat a long unknown field name', async () => {
  const { text } = await ask('search', { query: 'a', ['x'.repeat(100_000)]: 1 });
  expect(text.length).toBeLessThan(1_000);
});

it('hides the message of a failure inside and reports it', async () => {
  const reported: unknown[] = [];
  const operations = new MemoryOperations();
  operations.status = () => Promise.reject(new TypeError('secret detail of the inside'));
  const broken = await connectInProcess(operations, { report: (error) => reported.push(error) });
  const { isError, structuredContent, content } = await broken.callTool({ name: 'status' });
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({ error: { code: 'INTERNAL', message: 'Something went wrong in the server.' } });
  expect(JSON.stringify(content)).not.toContain('secret');
  expect(reported).toEqual([expect.objectContaining({ message: 'secret detail of the inside' })]);
});

it('tells of a damaged store what to do, and reports it', async () => {
  const reported: unknown[] = [];
  const operations = new MemoryOperations();
  operations.status = () => Promise.reject(permanent('ENGINE.STORE_DAMAGED', 'Put a backup back.', { category: 'internal' }));
  const broken = await connectInProcess(operations, { report: (error) => reported.push(error) });
  const { structuredContent } = await broken.callTool({ name: 'status' });
  expect(structuredContent).toMatchObject({
    error: { message: 'Put a backup back.', next_step: 'Tell the user what the message says: to call again does not help.' },
  });
  expect(reported).toHaveLength(1);
});

it.each([
  ['store', { text: 'A text.' }, 'ENGINE.TIMEOUT', 'Call again in a moment; status says what is slow or down.'],
  ['search', { query: 'a' }, 'SEARCH.TIMED_OUT', 'Call again with fewer collections or a larger deadline_ms.'],
])('advises %s with %j after %s by what took too long', async (...[tool, args, code, step]) => {
  const operations = new MemoryOperations();
  const late = () => Promise.reject(retryable(code, 'It took too long.', { category: 'timeout' }));
  Object.assign(operations, { store: late, search: late });
  const slow = await connectInProcess(operations);
  const { structuredContent } = await slow.callTool({ name: tool, arguments: args });
  expect(structuredContent).toMatchObject({ error: { code, next_step: step, retryable: true } });
});

it('says when to come back', async () => {
  const operations = new MemoryOperations({ overloads: 1 });
  operations.store = () => operations.ingestDocuments([]).then(() => Promise.reject(new Error('unreachable')));
  const client = await connectInProcess(operations);
  const { structuredContent } = await client.callTool({ name: 'store', arguments: { text: 'a' } });
  expect(structuredContent).toMatchObject({
    error: { code: 'INGEST.OVERLOADED', retryable: true, retry_after_ms: 5, next_step: 'Wait 1 s, then call again.' },
  });
});
