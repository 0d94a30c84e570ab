import { expect, it } from 'vitest';
import type { RelevanceLists } from './relevance-list.js';
import { RelevanceScores, SplitScores } from '../report/evaluation-report.js';
import { ownAgainstWrong, relevanceScores } from './relevance-scores.js';

const [GOOD, POOR] = [0.9, 0.01];

function listsOf(query: string, { home, wrong }: { readonly home: number; readonly wrong: number }): RelevanceLists {
  const list = (relevance: number) => [{ relevance, isRelevant: false, signals: {}, gain: 0 }];
  return { query, home: list(home), wrong: [list(wrong), list(wrong)], allWrong: list(wrong), gains: [] };
}

it('counts sets alike, whatever the number of their queries', () => {
  const large = ['1', '2', '3', '4'].map((query) => listsOf(query, { home: GOOD, wrong: POOR }));
  const small = [listsOf('5', { home: POOR, wrong: GOOD })];
  const { nothing_relevant: nothing } = ownAgainstWrong(
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

it('tells own from wrong collections only where there are several, and is read again as it was written', () => {
  const list = (relevance: number, isRelevant: boolean) => [{ relevance, isRelevant, signals: {}, gain: 0 }];
  const alone: RelevanceLists = { query: '1', home: list(0.9, true), wrong: [], allWrong: [], gains: [] };
  const one = relevanceScores(new Map([['one', [alone]]]));
  expect(Object.keys(one)).toEqual(['calibration_error', 'calibration_error_by_collection', 'reliability']);
  const two = relevanceScores(
    new Map(['one', 'other'].map((name) => [name, [{ ...alone, wrong: [list(0.1, false)], allWrong: list(0.1, false) }]] as const)),
  );
  expect(two).toMatchObject({ area_under_roc: 1, nothing_relevant: { recall: 0 } });
  for (const scores of [one, two]) expect(RelevanceScores.parse(JSON.parse(JSON.stringify(scores)))).toEqual(scores);
});

it('reads a ratio to nothing again, for which JSON has no number', () => {
  const [none, all] = [0, 1].map((score) => ({ 'ndcg@10': score, 'mrr@10': score, 'recall@100': score }));
  const split = { ...all, set: 'a', parts: 8, whole: none, ratio: Infinity, difference: { mean: 1, low: 1, high: 1 } };
  expect(SplitScores.parse(JSON.parse(JSON.stringify(split)))).toMatchObject({ ratio: Infinity });
});
