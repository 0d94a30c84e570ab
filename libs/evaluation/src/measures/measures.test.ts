import { describe, expect, it } from 'vitest';
import { meanMeasures, measure } from './measures.js';

describe('measure', () => {
  it('equals a case worked by hand', () => {
    const judgments = new Map([
      ['a', 2],
      ['b', 1],
      ['c', 1],
      ['z', 0],
    ]);
    const { ndcg10, mrr10, recall100 } = measure(['x', 'a', 'c', 'y', 'b'], judgments);
    // DCG = 2/log2(3) + 1/log2(4) + 1/log2(6); the ideal = 2 + 1/log2(3) + 1/log2(4).
    expect(ndcg10).toBeCloseTo((2 / Math.log2(3) + 0.5 + 1 / Math.log2(6)) / (2 + 1 / Math.log2(3) + 0.5), 12);
    expect(mrr10).toBe(0.5);
    expect(recall100).toBe(1);
  });

  it('is 1 for the ideal order and 0 for nothing relevant', () => {
    const judgments = new Map([['a', 1]]);
    expect(measure(['a', 'b'], judgments)).toEqual({ ndcg10: 1, mrr10: 1, recall100: 1 });
    expect(measure(['b'], judgments)).toEqual({ ndcg10: 0, mrr10: 0, recall100: 0 });
    expect(measure([], new Map())).toEqual({ ndcg10: 0, mrr10: 0, recall100: 0 });
  });

  it('takes a grade below 0 for no gain, as trec_eval does', () => {
    const judgments = new Map([
      ['a', 1],
      ['spam', -2],
      ['worse', -1],
    ]);
    const alike = new Map([
      ['a', 1],
      ['spam', 0],
      ['worse', 0],
    ]);
    for (const ranked of [['spam', 'a'], ['a', 'spam', 'worse'], ['spam']])
      expect(measure(ranked, judgments)).toEqual(measure(ranked, alike));
    expect(measure(['spam'], new Map([['spam', -2]]))).toEqual({ ndcg10: 0, mrr10: 0, recall100: 0 });
  });

  it('counts a repeated document once and looks at 10 for rank, at 100 for recall', () => {
    const others = Array.from({ length: 99 }, (_, n) => `n${n.toString()}`);
    expect(measure(['b', 'b', 'a'], new Map([['a', 1]])).mrr10).toBe(0.5);
    expect(measure([...others, 'a'], new Map([['a', 1]]))).toEqual({ ndcg10: 0, mrr10: 0, recall100: 1 });
    expect(measure([...others, 'n100', 'a'], new Map([['a', 1]])).recall100).toBe(0);
  });

  it('averages over queries', () => {
    const one = { ndcg10: 1, mrr10: 0.5, recall100: 0 };
    expect(meanMeasures([one, { ndcg10: 0, mrr10: 0.5, recall100: 1 }])).toEqual({ ndcg10: 0.5, mrr10: 0.5, recall100: 0.5 });
    expect(meanMeasures([])).toEqual({ ndcg10: 0, mrr10: 0, recall100: 0 });
  });
});
