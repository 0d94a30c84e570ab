import type { JointList } from '@tributary/evaluation';
import { expect, it } from 'vitest';
import { fitJointOrder } from './joint-order.ts';

/** Two collections with two hits each; the right one is found by `telling` alone. */
function listsWhere(telling: 'own' | 'likeness', heterogeneity = 1): readonly JointList[] {
  return ['all', 'topics'].flatMap((cut) =>
    [0, 1].map((right) => ({
      heterogeneity,
      cut,
      query: right.toString(),
      joint: [0, 1].flatMap((collection) =>
        [0, 1].map((at) => ({
          collection,
          joint: 1 - at / 10 - (telling === 'own' && collection !== right ? 0.5 : 0),
          similarity: 0.5,
          own: telling === 'own' && collection === right ? at : 1 - at,
          likeness: telling === 'likeness' && collection !== right ? 0.2 : 1,
          gain: collection === right && at === (telling === 'own' ? 1 : 0) ? 1 : 0,
        })),
      ),
      gains: [1],
    })),
  );
}

const NOTHING = { cosine: 0, own: 0, best: 0, likeness: 0 };

it.each(['own', 'likeness'] as const)('gives weight to what tells the right passage: %s', (telling) => {
  const evidence = new Map(['a', 'b', 'c'].map((set) => [set, listsWhere(telling)]));
  const { weights, inSample, leftOut, without } = fitJointOrder(evidence, { inUse: NOTHING, isRenewed: false });
  expect(weights[telling]).toBeGreaterThan(0.1);
  expect(inSample.get('all')).toEqual({ a: 1, b: 1, c: 1 });
  expect(leftOut.get('topics')).toEqual({ a: 1, b: 1, c: 1 });
  expect(without[telling]?.get('all')).toBeLessThan(1);
});

it('sees that nothing tells where collections are alike, whatever the weights', () => {
  const evidence = new Map(['a', 'b', 'c'].map((set) => [set, listsWhere('own', 0)]));
  const { inSample, without } = fitJointOrder(evidence, { inUse: NOTHING, isRenewed: false });
  const [found = 1] = Object.values(inSample.get('all') ?? {});
  expect(found).toBeLessThan(1);
  expect(without['own']?.get('all')).toBeCloseTo(found, 12);
});

it('keeps the weights in use where others do no better, unless they are to be renewed', () => {
  const evidence = new Map(['a', 'b', 'c'].map((set) => [set, listsWhere('own')]));
  const inUse = { cosine: 0, own: 0.999, best: 0, likeness: 0 };
  expect(fitJointOrder(evidence, { inUse, isRenewed: false }).weights).toEqual(inUse);
  expect(fitJointOrder(evidence, { inUse, isRenewed: true }).weights).not.toEqual(inUse);
});
