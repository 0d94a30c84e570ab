import { expect, it } from 'vitest';
import { requiredDocument } from './required-document.js';

const ofNote = (note: string) => ({ key: 'doc_id', match: { value: note } });

it('finds the document that every fitting point must be of, also in a filter within', () => {
  expect(requiredDocument({ must: ofNote('a') })).toBe('a');
  expect(requiredDocument({ must: [{ key: 'lang', match: { value: 'en' } }, { must: [ofNote('b')] }] })).toBe('b');
});

it('finds none where points of others may fit', () => {
  expect(requiredDocument(undefined)).toBeUndefined();
  expect(requiredDocument({ should: [ofNote('a')] })).toBeUndefined();
  expect(requiredDocument({ must_not: ofNote('a') })).toBeUndefined();
  expect(requiredDocument({ must: { should: [ofNote('a')] } })).toBeUndefined();
  expect(requiredDocument({ must: { key: 'doc_id', match: { any: ['a', 'b'] } } })).toBeUndefined();
  expect(requiredDocument({ must: { key: 'title', match: { value: 'a' } } })).toBeUndefined();
});
