import { expect, it } from 'vitest';
import { calledNames } from './called-names.js';

it.each([
  ['Anna', ['Anna']],
  ['who is Anna?', ['who is Anna?', 'is Anna?', 'Anna?']],
  ['what’s the old harbour', ['what’s the old harbour', 'the old harbour', 'old harbour']],
  [
    'Was weiß ich über Zoë Müller',
    ['Was weiß ich über Zoë Müller', 'weiß ich über Zoë Müller', 'ich über Zoë Müller', 'über Zoë Müller', 'Zoë Müller'],
  ],
  ['The Notes', ['The Notes', 'Notes']],
])('%j may call a document so', (query, names) => {
  expect(calledNames(query)).toEqual(names);
});

it.each(['when was Anna born', 'how tall is Anna', 'where is the harbour', 'wie alt ist Anna'])('%j asks for something of it', (query) => {
  expect(calledNames(query)).toEqual([query]);
});

it('no name has a word that is excluded, and what asks for it is short', () => {
  expect(calledNames('the -draft')).toEqual([]);
  expect(calledNames(`${'the '.repeat(40)}end`)).toHaveLength(9);
  expect(calledNames(' ')).toEqual([]);
});
