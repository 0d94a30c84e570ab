import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../document/chunk-document.js';

const titleOf = (text: string, path = 'notes/tides.org') => chunkDocument({ text, type: 'doc', path }).title;

describe('the title of a text of Org', () => {
  it.each([
    ['#+title: The tides of Brittany\n\n* High water\nAt noon.'],
    ['#+TITLE:   The tides of Brittany  \r\n#+author: Zoë\r\n'],
    [':PROPERTIES:\n:ID: 5b\n:END:\n# a comment\n\n#+filetags: :sea:\n#+title: The tides of Brittany\n'],
    ['\ufeff#+Title: The tides of Brittany'],
  ])('is the one of its head: %j', (text) => {
    expect(titleOf(text)).toBe('The tides of Brittany');
  });

  it.each([['* High water\n#+title: Another\n'], ['#+title:\n\nText.'], ['Words first.\n\n#+title: Another'], ['#+begin_src\n']])(
    'is the name of its file where the head names none: %j',
    (text) => {
      expect(titleOf(text)).toBe('tides.org');
    },
  );

  it('is none of other plain texts', () => {
    expect(titleOf('#+title: The tides', 'notes/tides.txt')).toBe('tides.txt');
  });

  it('stands above its passages', () => {
    const { chunks } = chunkDocument({ text: '#+title: The tides\n\nAt noon.', type: 'doc', path: 'notes/a.org' });
    expect(chunks[0]?.heading).toContain('The tides');
  });
});
