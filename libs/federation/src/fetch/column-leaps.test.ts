import { joinPlacedChunks } from '@tributary/ranking';
import { describe, expect, it } from 'vitest';
import { columnLeaps } from './column-leaps.js';
import { excerptOf, sliceLines } from './document-lines.js';

const at = (start: [number, number], end: [number, number], content: string) => ({ content, range: { start, end } });
const leapsOf = (chunks: Parameters<typeof joinPlacedChunks>[0]) => columnLeaps(chunks, joinPlacedChunks(chunks));

describe('a line goes on farther to the right in its file', () => {
  it('behind an ellipsis that stands for encoded bytes', () => {
    expect(leapsOf([at([1, 1], [1, 1_007], 'a,…b…c')])).toEqual([{ offset: 3, by: 1_001 }]);
    expect(leapsOf([at([1, 1], [2, 1_003], 'one\nx,…')])).toEqual([{ offset: 7, by: 1_000 }]);
    expect(leapsOf([at([1, 1], [2, 503], 'a,…\nb…')])).toEqual([{ offset: 6, by: 501 }]);
  });

  it('where the next passage of the line begins there', () => {
    expect(leapsOf([at([1, 1], [1, 1_001], 'a'), at([1, 1_002], [1, 1_003], 'bc')])).toEqual([{ offset: 1, by: 1_000 }]);
    expect(leapsOf([at([1, 5], [1, 7], 'abc'), at([1, 2_008], [1, 2_009], 'de')])).toEqual([{ offset: 4, by: 1_999 }]);
    expect(leapsOf([at([1, 5], [2, 3], 'abc\ndef'), at([2, 2_004], [2, 2_005], 'gh')])).toEqual([{ offset: 8, by: 1_999 }]);
  });

  it('nowhere else, also where ranges overlap or say other lines than there are', () => {
    expect(leapsOf([at([1, 1], [1, 3], 'a…b'), at([1, 4], [2, 3], 'c\n d…'), { content: 'e' }])).toEqual([]);
    expect(leapsOf([at([1, 1], [1, 10], 'one two th'), at([1, 5], [1, 14], 'two three')])).toEqual([]);
    expect(leapsOf([at([9, 1], [9, 3], 'one'), at([2, 5_000], [2, 5_002], 'two')])).toEqual([]);
    expect(leapsOf([at([1, 1], [1, 1_003], 'a,…'), at([1, 504], [1, 505], 'bc')])).toEqual([{ offset: 3, by: 1_000 }]);
    expect(leapsOf([{ content: 'a…b' }, at([1, 500], [1, 500], 'b')])).toEqual([]);
  });

  it('behind a passage of which no place is known', () => {
    expect(leapsOf([at([1, 1], [1, 3], 'abc'), { content: 'd' }, at([5, 1], [5, 1_003], 'a,…')])).toEqual([{ offset: 11, by: 1_000 }]);
  });

  it('on each line by itself', () => {
    expect(leapsOf([at([1, 1], [1, 1_003], 'a,…'), at([2, 1], [2, 503], 'b,…'), at([2, 2_004], [2, 2_005], 'cd')])).toEqual([
      { offset: 3, by: 1_000 },
      { offset: 7, by: 500 },
      { offset: 8, by: 1_999 },
    ]);
  });

  it('in a line of twenty million characters as well, which is read once', () => {
    const content = '—'.padEnd(500, 'x');
    const oneLine = Array.from({ length: 40_000 }, (_, n) => at([1, n * 500 + 1], [1, n * 500 + 500], content));
    const started = performance.now();
    expect(leapsOf([...oneLine, at([1, 30_000_001], [1, 30_000_002], 'ab')])).toEqual([{ offset: 20_000_001, by: 9_999_999 }]);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe('lines from a column of the file on', () => {
  const excerpt = excerptOf([at([1, 1], [1, 1_005], 'ab,…cd'), at([1, 1_006], [2, 2], 'ef\ngh')]);

  it.each([
    [2, 'b,…cdef\ngh', [1, 2]],
    [4, '…cdef\ngh', [1, 4]],
    [5, 'cdef\ngh', [1, 1_004]],
    [900, 'cdef\ngh', [1, 1_004]],
    [1_005, 'def\ngh', [1, 1_005]],
    [1_007, 'f\ngh', [1, 1_007]],
    [1_008, '\ngh', [1, 1_008]],
    [9_999, '\ngh', [1, 1_008]],
  ])('begin at what is there or follows it: %i', (column, content, start) => {
    const part = sliceLines(excerpt, { column });
    expect(part).toMatchObject({ content, range: { start, end: [2, 2] } });
    // What is cut once more is at the same places.
    expect(sliceLines(part, { start: 1, column: 1_007 }).content).toBe(column > 1_007 ? '\ngh' : 'f\ngh');
  });
});
