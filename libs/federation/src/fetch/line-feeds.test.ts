import { describe, expect, it } from 'vitest';
import { sliceLines, type Excerpt } from './document-lines.js';
import { beginOfLine, endOfLine, findLines, lineFeedsIn } from './line-feeds.js';

describe('lines in a text', () => {
  const text = '\none\n\n two\n';

  it('begin behind a line feed and end at one', () => {
    const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset);
    expect(offsets.map((offset) => beginOfLine(text, offset))).toEqual([0, 1, 1, 1, 1, 5, 6, 6, 6, 6, 6, 11]);
    expect(offsets.map((offset) => endOfLine(text, offset))).toEqual([0, 4, 4, 4, 4, 5, 10, 10, 10, 10, 10, 11]);
  });

  it('are counted by line feeds, the one behind a stretch left out', () => {
    expect([0, 1, 4, 5, 11].map((to) => lineFeedsIn(text, { from: 0, to }))).toEqual([0, 1, 1, 2, 4]);
    expect(lineFeedsIn(text, { from: 1, to: 6 })).toBe(2);
  });

  it.each([
    { from: 0, to: 0, first: { from: 0, to: 0 }, all: { from: 0, to: 0 } },
    { from: 1, to: 3, first: { from: 1, to: 4 }, all: { from: 1, to: 10 } },
    { from: 3, to: Infinity, first: { from: 6, to: 10 }, all: { from: 6, to: 11 } },
    { from: 4, to: 4, first: { from: 11, to: 11 }, all: { from: 11, to: 11 } },
    { from: 5, to: 9, first: undefined, all: undefined },
    { from: 3, to: 1, first: { from: 6, to: 10 }, all: undefined },
  ])('are found from one to another: $from to $to', ({ from, to, first, all }) => {
    expect(findLines(text, { from, to })).toEqual({ count: 5, first, all });
  });
});

it('lines of a document of ten million of them are cut out, and keep their places', () => {
  const content = 'a\n'.repeat(10_000_000);
  const whole: Excerpt = { content, range: { start: [3, 1], end: [10_000_002, 1] }, leaps: [] };
  const started = performance.now();
  expect(sliceLines(whole, { start: 9_000_000, end: 9_000_001 })).toEqual({
    content: 'a\na',
    range: { start: [9_000_000, 1], end: [9_000_001, 1] },
    leaps: [],
  });
  expect(sliceLines(whole, { start: 9_000_000, column: 2, end: 9_000_001 }).range).toEqual({ start: [9_000_000, 2], end: [9_000_001, 1] });
  expect(() => sliceLines(whole, { start: 10_000_004 })).toThrow('lines 1 to 10000003');
  expect(performance.now() - started).toBeLessThan(10_000);
});
