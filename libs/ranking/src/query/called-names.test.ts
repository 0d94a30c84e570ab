import { expect, it } from 'vitest';
import { calledNames } from './called-names.js';

it.each([
  ['Anna', []],
  ['who is Anna?', ['Anna?']],
  ['¿Quién es Anna?', ['Anna?']],
  ['what’s the old harbour', ['the old harbour', 'old harbour']],
  ['what do we know about my old harbour', ['my old harbour', 'old harbour']],
  ['notes on: Anna', ['Anna']],
  ['my recipes', ['recipes']],
  ['Was weiß ich über Zoë Müller', ['Zoë Müller']],
  ['wer ist die Anna', ['die Anna', 'Anna']],
  ['qu’est-ce que l’école', ['l’école', 'école']],
  ['¿qué sabemos de Anna?', ['Anna?']],
  ['chi è Anna', ['Anna']],
  ['what is the page cache', ['the page cache', 'page cache']],
])('%j may call a document by all of it, and by %j', (query, names) => {
  expect(calledNames(query)).toEqual([query, ...names]);
});

it.each([
  ...['when was Anna born', 'how tall is Anna', 'where is the harbour', 'wie alt ist Anna'],
  ...[
    'page cache',
    'information retrieval',
    'document store',
    'on call',
    'in progress',
    'CAN bus',
    'El Niño',
    'Los Angeles',
    'explain plan',
  ],
  ...['of mice', 'about time', 'The Wire', 'is Anna'],
])('%j asks for nothing as a whole', (query) => {
  expect(calledNames(query)).toEqual([query]);
});

it('no name has a word that is excluded, and what asks for it is short', () => {
  expect(calledNames('the -draft')).toEqual([]);
  expect(calledNames(`${'tell me '.repeat(40)}about Anna`)).toHaveLength(1);
  expect(calledNames(' ')).toEqual([]);
  expect(calledNames('who is')).toEqual(['who is']);
});
