import { describe, expect, it } from 'vitest';
import { clusterSets, sharesOf } from '../collections/cluster-sets.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import { evaluateRouting } from './evaluate-routing.js';

/** Two dimensions: how often a text speaks of cats, and of ships. */
const embed = (texts: readonly string[]) =>
  Promise.resolve(
    texts.map((text) => {
      const count = (word: string) => text.split(word).length - 1;
      const [cats, ships] = [count('cat'), count('ship')];
      const length = Math.hypot(cats, ships) || 1;
      return Float32Array.of(cats / length, ships / length);
    }),
  );

const setOf = (name: string, texts: readonly string[], queries: readonly string[] = []): EvaluationSet => ({
  name,
  documents: texts.map((text, at) => ({ id: at.toString(), title: '', text })),
  queries: queries.map((text, at) => ({ id: at.toString(), text })),
  damaged: [],
  judgments: new Map(),
});

describe('topical collections', () => {
  it('are shared out by size, one at least for each set', () => {
    expect(sharesOf([5183, 232, 143, 6267], 16)).toEqual([6, 1, 1, 8]);
    expect(sharesOf([10, 10], 5).reduce((sum, share) => sum + share)).toBe(5);
    expect(sharesOf([1, 1, 1], 2)).toEqual([1, 1, 1]);
  });

  it('hold every document once, like with like', async () => {
    const set = setOf('mixed', ['cat cat', 'ship ship', 'a cat', 'the ship', 'cats']);
    const parts = (await clusterSets([set], { count: 2, embed })).get(set) ?? [];
    expect(parts.map(({ documents }) => documents.map(({ id }) => id)).toSorted()).toEqual([
      ['0', '2', '4'],
      ['1', '3'],
    ]);
    expect(parts.map(({ name }) => name)).toEqual(['mixed--topic-0', 'mixed--topic-1']);
  });
});

it('counts a query as routed when its own collection has the best description', async () => {
  const sets = [setOf('pets', [], ['which cat purrs', 'ship of cats']), setOf('harbour', [], ['a ship that sails', 'the cat on board'])];
  const descriptions = { pets: 'Everything about the cat.', harbour: 'Everything about the ship.' };
  const scores = await evaluateRouting(sets, { descriptions, embed });
  expect(scores).toMatchObject({ collections: 2, queries: 4, sets: { harbour: { top1: 0.5, chosen: { harbour: 1, pets: 1 } } } });
});
