import { describe, expect, it } from 'vitest';
import { compareLists, summariseMoves, wordsOfMove } from './compare.js';
import { requestOf, toShares, toolArguments, viewOf } from './playground-view.js';
import { idOfDocument, rankHits, rankedList } from './ranked-hit.js';

const keys = (...names: string[]) => names.map((key) => ({ key }));

describe('two lists side by side', () => {
  it('say of each hit whether it rose, fell, stayed or is new [002-37]', () => {
    const moves = compareLists(keys('a', 'b', 'c'), keys('b', 'a', 'd'));
    expect([...moves].map(([key, move]) => [key, wordsOfMove(move)])).toEqual([
      ['b', 'up from 2'],
      ['a', 'down from 1'],
      ['d', 'not in the other list'],
    ]);
    expect(summariseMoves(keys('a', 'b', 'c'), keys('b', 'a', 'd'))).toBe(
      '0 in the same place, 2 moved, 1 only here, 1 only in the other list',
    );
  });
});

describe('what the playground asks', () => {
  const view = viewOf(new URLSearchParams('q=boiler&c=house&a=keyword&b=dbsf&w=0.6,0.4,0&t=0.3'));

  it('is the chosen algorithm with the chosen weights, explained [002-35]', () => {
    expect(requestOf(view, view.algorithm)).toMatchObject({ query: 'boiler', algorithm: 'keyword', collections: ['house'], explain: true });
    expect(requestOf(view, 'keyword').weights).toBeUndefined();
    expect(requestOf(view, 'dbsf')).toMatchObject({ weights: { semantic: 0.6, keyword: 0.4, fuzzy: 0 } });
    expect(view.other).toBe('dbsf');
  });

  it('is refused in words where nothing can be asked; what is no weight is the usual one', () => {
    expect(() => requestOf(viewOf(new URLSearchParams({ q: 'a'.repeat(20_001) })), 'hybrid')).toThrow('ask a shorter question');
    expect(() => requestOf(viewOf(new URLSearchParams('q=a&c=no+name')), 'hybrid')).toThrow('collections.0');
    expect(viewOf(new URLSearchParams('w=7,x,0')).weights).toEqual({ semantic: 0.5, keyword: 0.3, fuzzy: 0.2 });
    expect(viewOf(new URLSearchParams('b=none')).other).toBeUndefined();
  });

  it('gives the tool shares of 1, since that is what it takes', () => {
    expect(toShares({ semantic: 1, keyword: 1, fuzzy: 0 })).toEqual({ semantic: 0.5, keyword: 0.5, fuzzy: 0 });
    expect(toShares({ semantic: 0, keyword: 0, fuzzy: 0 })).toEqual({ semantic: 0, keyword: 0, fuzzy: 0 });
    expect(toolArguments(view)).toMatchObject({ algorithm: 'hybrid', semantic_weight: 0.6, keyword_weight: 0.4, score_threshold: 0.3 });
  });
});

describe('hits of a search as documents', () => {
  it('stand where their best passage stands', () => {
    const hit = (uri: string) => ({ id: uri, uri, collection: 'c', title: uri, relevance: 1, content: '', metadata: {} });
    const hits = [hit('tributary://c/a#1'), hit('tributary://c/a#0'), hit('tributary://c/b%20c#0')];
    expect(rankHits(hits, 'document').map(({ key }) => key)).toEqual(['tributary://c/a', 'tributary://c/b%20c']);
    expect(rankHits(hits, 'passage')).toHaveLength(3);
    expect(idOfDocument('tributary://c/b%20c#0')).toBe('b c');
  });
});

describe('what the tool answers as a list', () => {
  it('has what it says beside it', () => {
    const message = 'The keyword search failed: the engine is away.';
    expect(rankedList({ results: [], total_found: 0, message }, 'document')).toEqual({ hits: [], answer: undefined, notes: [message] });
  });
});
