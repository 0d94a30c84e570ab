import { expect, it } from 'vitest';
import type { RelevanceLists } from './relevance-list.js';
import { relevanceScores } from './relevance-scores.js';

const [GOOD, POOR] = [0.9, 0.01];

function listsOf(query: string, { home, wrong }: { readonly home: number; readonly wrong: number }): RelevanceLists {
  const list = (relevance: number) => [{ relevance, isRelevant: false, signals: {}, gain: 0 }];
  return { query, home: list(home), wrong: [list(wrong), list(wrong)], allWrong: list(wrong), gains: [] };
}

it('counts sets alike, whatever the number of their queries', () => {
  const large = ['1', '2', '3', '4'].map((query) => listsOf(query, { home: GOOD, wrong: POOR }));
  const small = [listsOf('5', { home: POOR, wrong: GOOD })];
  const { nothing_relevant: nothing } = relevanceScores(
    new Map([
      ['large', large],
      ['small', small],
    ]),
  );
  expect(nothing).toMatchObject({
    recall: 0.5,
    false_alarms: 0.5,
    recall_all_wrong: 0.5,
    recall_all_wrong_by_collection: { large: 1, small: 0 },
  });
  // Of two lists of wrong collections to each one of the own.
  expect(nothing.precision).toBeCloseTo((0.5 * 2) / (0.5 * 2 + 0.5), 12);
});
