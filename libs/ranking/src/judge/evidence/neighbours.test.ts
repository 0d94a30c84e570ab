import { describe, expect, it } from 'vitest';
import { neighbourScores } from './neighbours.js';

const unit = (...values: readonly number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

describe('neighbourScores', () => {
  it('is the mean of the most similar documents’ scores, weighed by the third power of the cosine', () => {
    const [a, b, c] = [unit(1, 0), unit(1, 1), unit(1, 3)];
    const scores = neighbourScores([
      { score: 3, vector: a },
      { score: 2, vector: b },
      { score: 1, vector: c },
    ]);
    const [ab, ac] = [Math.SQRT1_2 ** 3, (1 / Math.sqrt(10)) ** 3];
    expect(scores[0]).toBeCloseTo((ab * 2 + ac) / (ab + ac), 6);
  });

  it('listens to the five nearest only', () => {
    const near = Array.from({ length: 5 }, () => ({ score: 1, vector: unit(1, 0.1) }));
    const far = Array.from({ length: 5 }, () => ({ score: 100, vector: unit(0.5, 1) }));
    expect(neighbourScores([{ score: 7, vector: unit(1, 0) }, ...far, ...near])[0]).toBeCloseTo(1, 6);
  });

  it('leaves documents below the best 32 as they are, and none of those draws another', () => {
    const documents = Array.from({ length: 40 }, (_, at) => ({ score: at < 32 ? 10 : 1, vector: unit(1, 0) }));
    expect(neighbourScores(documents)).toEqual(documents.map(({ score }) => score));
  });

  it('leaves a document without a vector, or with nothing like it beside it, as it is', () => {
    const documents = [
      { score: 3, vector: undefined },
      { score: 2, vector: unit(1, 0) },
      { score: 1, vector: unit(0, 1) },
    ];
    expect(neighbourScores(documents)).toEqual([3, 2, 1]);
    expect(neighbourScores([])).toEqual([]);
  });
});
