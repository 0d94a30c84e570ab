import { describe, expect, it } from 'vitest';
import { readRequest } from '../requests/read-request.js';
import { SearchRequest } from './request.js';

describe('a search request', () => {
  it('fills in what is left out', () => {
    expect(SearchRequest.parse({ query: ' where? ' })).toEqual({
      query: 'where?',
      collections: ['*'],
      algorithm: 'hybrid',
      limit: 10,
      min_relevance: 0,
      context: 'chunk_only',
      diversity: 0,
      per_document: 2,
      collapse: true,
      explain: false,
      require: 'any',
      deadline_ms: 2000,
      wait_ms: 1000,
    });
  });

  it.each([
    [{ query: '' }, /empty/],
    [{ query: 'x'.repeat(20_001) }, /shorter/],
    [{ query: 'x', limit: 0 }, />=1/],
    [{ query: 'x', limit: 101 }, /<=100/],
    [{ query: 'x', limt: 3 }, /limt/],
    [{ query: 'x', collections: [] }, /leave collections out/],
    [{ query: 'x', since: 'tuesday' }, /7d/],
    [{ query: 'x', weights: { keyword: -1 } }, /0 or greater/],
    [{ query: 'x', wait_ms: -1 }, />=0/],
    [{ query: 'x', filter: 'type=code' }, /filter|object|Invalid/],
  ])('refuses %j in words that say what to do', (request, message) => {
    const parsed = SearchRequest.safeParse(request);
    expect(parsed.error?.issues.map((issue) => issue.message).join('; ')).toMatch(message);
  });

  it.each([
    [{ query: 'x', since: 1_700_000_000 }, 'since: expected a text, got a number.'],
    [{ query: 'x', weights: { semantic: Infinity } }, 'weights.semantic: expected a number, got one without bound.'],
    [{ query: 'x', limit: 1.5 }, 'limit: expected a whole number, got a number with a fraction.'],
    [{ query: 'x', after: 5 }, 'after: expected a text or a list, got a number.'],
    [{ query: 'x', after: ['a', 5] }, 'after.1: expected a text, got a number.'],
  ])('names the kinds of value a field takes: %j', (request, message) => {
    expect(readRequest(SearchRequest, request)).toMatchObject({ fault: { message } });
  });
});
