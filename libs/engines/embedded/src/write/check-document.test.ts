import { sampleDocument } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { checkDocument } from './check-document.js';

it('refuses a point with more terms than a row can count, and says so', () => {
  const write = sampleDocument({ collection: 'notes__g1', key: 'a', chunks: ['a'] });
  const withTerms = (count: number) => {
    const terms = {
      ids: Uint32Array.from({ length: count }, (_, id) => id),
      body: new Uint8Array(count),
      title: new Uint8Array(count),
      length: count,
    };
    return { ...write, points: write.points.map((point) => ({ ...point, features: { ...point.features, terms } })) };
  };
  expect(() => {
    checkDocument(withTerms(65_535));
  }).not.toThrow();
  expect(() => {
    checkDocument(withTerms(65_536));
  }).toThrow('The document cannot be written to notes__g1: a point has more than 65535 different terms: split the text.');
});
