import { expect, it } from 'vitest';
import { collectionNameOf } from './collection-names.js';

it('makes names fit for addresses, and never the same one of two', () => {
  expect(collectionNameOf('docs_v2')).toBe('docs_v2');
  const [one, other] = [collectionNameOf('Über uns!'), collectionNameOf('Über uns?')];
  expect(one).toMatch(/^U-ber-uns--[0-9a-f]{6}$/);
  expect(one).not.toBe(other);
  expect(collectionNameOf('x'.repeat(300)).length).toBeLessThanOrEqual(128);
  expect(collectionNameOf('日本')).toMatch(/^collection-[0-9a-f]{6}$/);
});
