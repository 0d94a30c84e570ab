import { describe, expect, it } from 'vitest';
import { laneWeights } from './lane-weights.js';
import { rejudge, type LookedAt } from './rejudge.js';

const options = { weights: laneWeights('hybrid'), influence: 1 };

function document(score: number, document: number, more: Partial<LookedAt> = {}): LookedAt {
  return { collection: 0, score, signals: { document, title: 0, feedback: 0.4, word_match: 0.4, fuzzy: 0 }, similarity: 0.4, ...more };
}

const order = (scores: readonly (number | undefined)[]) =>
  scores
    .map((_, at) => at)
    .sort((a, b) => Number(scores[b]) - Number(scores[a]))
    .join('');

describe('rejudge', () => {
  it('keeps the words where the other model sees no difference', () => {
    expect(order(rejudge([document(2, 0.3), document(1.9, 0.6), document(1.8, 0.1)], options))).toBe('102');
  });

  it('lets the other model decide where the words are alike', () => {
    const near = document(1.8, 0.3, { similarity: 0.8 });
    expect(order(rejudge([document(2, 0.3), document(1.9, 0.3), near], options))).toBe('201');
    expect(order(rejudge([document(2, 0.3), document(1.9, 0.3), near], { ...options, influence: 0 }))).toBe('012');
  });

  it('lets the list of each collection enter at the height it had', () => {
    const scores = rejudge(
      [document(2, 0.3), document(1, 0.9, { collection: 1, similarity: 0.9 }), document(1.9, 0.6), document(0.9, 0.2, { collection: 1 })],
      options,
    );
    expect(order(scores)).toBe('2013');
    expect([Math.max(...scores.map(Number)), scores[1]]).toEqual([2, 1]);
  });

  it('says nothing of a document the model was not asked about, or that no evidence was seen of', () => {
    expect(rejudge([document(2, 0.3, { similarity: undefined }), document(1, 0.3, { signals: { level: 1 } })], options)).toEqual([
      undefined,
      undefined,
    ]);
    expect(rejudge([], options)).toEqual([]);
  });
});
