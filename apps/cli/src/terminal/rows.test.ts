import { describe, expect, it } from 'vitest';
import { columnsOf, wrapRows } from './rows.js';

const rowsOf = (line: string, columns: number, most = Infinity) =>
  wrapRows(line, { columns, most }).map(({ start, end }) => line.slice(start, end));

describe('the columns of a text', () => {
  it.each([
    ['Brot', 4],
    ['Käse', 4],
    ['Ka\u0308se', 4],
    ['東京', 4],
    ['ﾄｳｷｮｳ', 5],
    ['한글', 4],
    ['किताब', 5],
    ['🍞', 2],
    ['👩‍🍳', 2],
    ['❤️', 2],
    ['𠮷', 2],
  ])('of %s are %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe('the rows of a line', () => {
  it('end at blanks', () => {
    expect(rowsOf('the key lay in the garden', 10)).toEqual(['the key', 'lay in the', 'garden']);
    expect(rowsOf('one  two', 4)).toEqual(['one ', 'two']);
  });

  it('end anywhere where a word leaves a row half empty', () => {
    expect(rowsOf('see https://example.com/a', 10)).toEqual(['see https:', '//example.', 'com/a']);
  });

  it('hold half as many wide characters, and begin with no full stop', () => {
    expect(rowsOf('東京の天気は晴れ。雨', 6)).toEqual(['東京の', '天気は', '晴れ。', '雨']);
    expect(rowsOf('天気は晴れ。雨', 10)).toEqual(['天気は晴', 'れ。雨']);
  });

  it('cut no character in two', () => {
    expect(rowsOf('🍞🥖🥐', 3)).toEqual(['🍞', '🥖', '🥐']);
    expect(rowsOf('a\u0308a\u0308a\u0308', 2)).toEqual(['a\u0308a\u0308', 'a\u0308']);
    expect(rowsOf('東京', 1)).toEqual(['東', '京']);
  });

  it('are the first of them', () => {
    expect(rowsOf('a b c d', 1, 2)).toEqual(['a', 'b']);
    expect(rowsOf('', 5)).toEqual([]);
  });
});
