import { describe, expect, it } from 'vitest';
import { CardModel, isSameModel, makesSameVectors } from './card-model.js';

const made = CardModel.parse({ name: 'static', revision: 'r1', dimension: 256 });
const { revision: _, ...untold } = made;

describe('two models', () => {
  it('are the same where name, revision, dimension and distance are, whatever their prefixes', () => {
    expect(isSameModel(made, { ...made, query_prefix: 'query: ', document_prefix: 'passage: ' })).toBe(true);
    for (const other of [{ ...made, name: 'e5' }, { ...made, revision: 'r2' }, { ...made, dimension: 384 }, untold])
      expect(isSameModel(made, other)).toBe(false);
    expect(isSameModel(made, { ...made, distance: 'dot' })).toBe(false);
  });

  it('make vectors that may be compared where the dimension is one and no revision says otherwise', () => {
    for (const other of [made, untold, { ...made, name: 'e5' }]) {
      expect(makesSameVectors(made, other)).toBe(true);
      expect(makesSameVectors(other, made)).toBe(true);
    }
    expect(makesSameVectors(made, { ...made, revision: 'r2' })).toBe(false);
    expect(makesSameVectors(untold, { ...untold, dimension: 384 })).toBe(false);
  });
});
