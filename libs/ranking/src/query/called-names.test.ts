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
  ['show me Anna', ['Anna']],
  ['Please show us the old house', ['the old house', 'old house']],
  ['can you give me Anna?', ['Anna?']],
  ['show me Will', ['Will']],
  ['tell me about Anna', ['about Anna', 'Anna']],
  ['tell us about Anna', ['about Anna', 'Anna']],
  ['show me my notes on the old house', ['my notes on the old house', 'notes on the old house', 'the old house', 'old house']],
  ['zeig mir Anna', ['Anna']],
  ['Gib uns bitte das alte Haus', ['das alte Haus', 'alte Haus']],
  ['montre-moi l’école', ['l’école', 'école']],
  ['montrez nous Anna', ['Anna']],
  ['muéstrame la casa', ['la casa', 'casa']],
  ['mostrami Anna', ['Anna']],
  ['summarize the old house', ['the old house', 'old house']],
  ['please summarise Anna', ['Anna']],
  ['summarize my notes on Anna', ['my notes on Anna', 'notes on Anna', 'Anna']],
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
    'find command',
    'describe table',
    'open source',
    'show tables',
    'me and Anna',
    'summary table',
    'how to summarize Anna',
    'can you',
    'show me',
    'CAN notes on Linux',
  ],
  ...['of mice', 'about time', 'The Wire', 'is Anna'],
])('%j asks for nothing as a whole', (query) => {
  expect(calledNames(query)).toEqual([query]);
});

it('no name has a word that is excluded, and what asks for it is short', () => {
  expect(calledNames('the -draft')).toEqual([]);
  expect(calledNames(`${'all notes '.repeat(40)}about Anna`)).toHaveLength(1);
  expect(calledNames(`${'please '.repeat(40)}show me Anna`)).toHaveLength(1);
  expect(calledNames(`${'tell me '.repeat(40)}about Anna`)).toHaveLength(2);
  expect(calledNames(' ')).toEqual([]);
  expect(calledNames('who is')).toEqual(['who is']);
});
