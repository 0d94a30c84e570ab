import { describe, expect, it } from 'vitest';
import { laneWeights } from './weights/lane-weights.js';
import { JOINT } from './weights/parameters.js';
import { rejudge, type LookedAt } from './rejudge.js';

const options = { weights: laneWeights('hybrid'), influence: 1 };

/** @param own the judge's score by the collection alone @param more.lift what speaks for its collection beside that */
function document(own: number, document: number, { lift = 0, ...more }: Partial<LookedAt> & { readonly lift?: number } = {}): LookedAt {
  const signals = { document, title: 0, feedback: 0.4, word_match: 0.4, fuzzy: 0, own };
  return { collection: 0, score: own + lift, signals, similarity: 0.4, ...more };
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

  it('lets the other model decide where the words are nearly alike', () => {
    const list = [document(2, 0.32), document(1.9, 0.31), document(1.8, 0.3, { similarity: 0.8 })];
    expect(order(rejudge(list, options))).toBe('201');
    expect(order(rejudge(list, { ...options, influence: 0 }))).toBe('012');
  });

  it('places documents of several collections by the other model, and keeps what speaks for a collection', () => {
    const elsewhere = { collection: 1, similarity: 0.6 };
    const list = [document(2, 0.3), document(1.9, 0.3, elsewhere)];
    expect(order(rejudge(list, options))).toBe('10');
    expect(order(rejudge([document(2, 0.3, { lift: 1 }), document(1.9, 0.3, elsewhere)], options))).toBe('01');
  });

  it('leaves a test behind what it tests', () => {
    const test = document(1.7, 0.32);
    const list = [{ ...test, signals: { ...test.signals, set_back: 0.3 } }, document(1.9, 0.31)];
    expect(order(rejudge(list, options))).toBe('10');
    expect(order(rejudge([document(1.7, 0.32), document(1.9, 0.31)], options))).toBe('01');
  });

  it('lets a change count as much as the evidence does in the score', () => {
    const changeOf = (signals: Readonly<Record<string, number>>) => {
      const one = document(2, 0.3);
      const [score] = rejudge([{ ...one, signals: { ...one.signals, ...signals } }], options);
      return (score ?? 0) - 2;
    };
    expect(changeOf({ joint: 2 })).toBeCloseTo((1 + JOINT.own) * changeOf({}), 10);
    expect(changeOf({ joint: 2, heterogeneity: 0.5 })).toBeCloseTo((1 + 0.5 * JOINT.own) * changeOf({}), 10);
    expect(changeOf({ steepness: 0.35 })).toBeCloseTo(0.35 * changeOf({}), 10);
    expect(changeOf({ joint: 2, steepness: 0.35 })).toBeCloseTo(0.35 * (1 + JOINT.own) * changeOf({}), 10);
  });

  it('draws documents towards those like them, as the judge does', () => {
    const [here, there] = [Float32Array.from([1, 0]), Float32Array.from([0, 1])];
    const list = [document(2, 0.9, { vector: here }), document(1, 0.3, { vector: there }), document(1, 0.3, { vector: here })];
    expect(order(rejudge(list, options))).toBe('021');
    expect(
      order(
        rejudge(
          list.map(({ vector: _, ...bare }) => bare),
          options,
        ),
      ),
    ).toBe('012');
  });

  it('says nothing of a document the model was not asked about, or that no evidence was seen of', () => {
    expect(rejudge([document(2, 0.3, { similarity: undefined }), document(1, 0.3, { signals: { level: 1 } })], options)).toEqual([
      undefined,
      undefined,
    ]);
    expect(rejudge([], options)).toEqual([]);
  });
});
