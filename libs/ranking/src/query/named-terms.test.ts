import { expect, it } from 'vitest';
import { namedTerms } from './named-terms.js';
import { parseQuery } from './parse-query.js';

/** The words of the query that name the collection. */
function naming(name: string, query: string): readonly string[] | undefined {
  const { text, terms } = parseQuery(query);
  const named = namedTerms(name, { text, terms });
  return named && terms.filter((_, at) => named[at]).map(({ word }) => word);
}

it('finds the name of a collection in a query, whatever kind of documents it holds', () => {
  for (const name of ['django', 'django-docs', 'django-code', 'Django_docs', 'django.web', 'django-notes', 'django-memory'])
    expect(naming(name, 'where does Django check the token')).toEqual(['django']);
});

it('wants the whole name, in any order', () => {
  expect(naming('claude-context', 'context managers')).toBeUndefined();
  expect(naming('claude-context', 'which context does Claude have')).toEqual(['context', 'claude']);
});

it('wants it as it is written', () => {
  expect(naming('requests-code', 'undici retries a request')).toBeUndefined();
  expect(naming('requests-code', 'retries of requests')).toEqual(['requests']);
});

it('takes a kind for no name', () => {
  expect(naming('work-notes', 'notes about taxes')).toBeUndefined();
  expect(naming('notes', 'notes about taxes')).toEqual(['notes']);
  expect(naming('django-docs', 'docs of the worker')).toBeUndefined();
});

it('finds no name in queries and names without words', () => {
  expect(naming('django', '')).toBeUndefined();
  expect(naming('-.-', 'django')).toBeUndefined();
});
