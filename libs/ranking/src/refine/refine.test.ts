import { describe, expect, it } from 'vitest';
import { diversify } from './diversify.js';
import { limitPerDocument } from './per-document.js';

const hit = (id: string, score: number, ...vector: number[]) => ({ id, score, vector: Float32Array.from(vector) });
const ids = (hits: readonly { readonly id: string }[]) => hits.map(({ id }) => id).join('');

describe('diversify', () => {
  const hits = [hit('a', 1, 1, 0), hit('b', 0.99, 1, 0), hit('c', 0.9, 0, 1), hit('d', 0, 0, 1)];

  it('keeps the order at 0 and puts unlike hits first at 1', () => {
    expect(ids(diversify(hits, { diversity: 0, depth: 4 }))).toBe('abcd');
    expect(ids(diversify(hits, { diversity: 1, depth: 4 }))).toBe('acbd');
    expect(ids(diversify(hits, { diversity: 0.5, depth: 4 }))).toBe('acbd');
  });

  it('reorders the head alone and loses no hit', () => {
    expect(ids(diversify(hits, { diversity: 1, depth: 2 }))).toBe('abcd');
    expect(
      ids(
        diversify(
          [
            { id: 'x', score: 1 },
            { id: 'y', score: 1 },
          ],
          { diversity: 1, depth: 9 },
        ),
      ),
    ).toBe('xy');
  });
});

describe('limitPerDocument', () => {
  it('keeps the best hits of a document and counts the rest', () => {
    const { kept, more } = limitPerDocument(['a1', 'a2', 'b1', 'a3', 'a4'], { limit: 2, documentOf: (id) => id.slice(0, 1) });
    expect(kept).toEqual(['a1', 'a2', 'b1']);
    expect([...more]).toEqual([['a', 2]]);
  });

  it('lets the first copy whose document has room take the place of a hit left out', () => {
    const copies: Readonly<Record<string, readonly string[]>> = { a2: ['b9'], a3: ['a8', 'b8', 'c8'], a4: ['b7'] };
    const copiesOf = (id: string) => copies[id] ?? [];
    const limited = limitPerDocument(['a1', 'a2', 'b1', 'a3', 'a4', 'c1'], { limit: 1, documentOf: (id) => id.slice(0, 1), copiesOf });
    expect(limited.kept).toEqual(['a1', 'b9', 'c8']);
    expect([...limited.more]).toEqual([
      ['a', 4],
      ['b', 3],
      ['c', 1],
    ]);
  });
});
