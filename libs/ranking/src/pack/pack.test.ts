import { countTokens } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { escapeMarkers, markMatch } from './excerpt.js';
import { joinChunks } from './join-chunks.js';
import { chooseWithinBudget, cutAround, cutToBudget } from './token-budget.js';

const at = (start: [number, number], end: [number, number], content: string) => ({ content, range: { start, end } });

describe('joinChunks', () => {
  it('restores the lines and the indentation between chunks', () => {
    expect(joinChunks([at([1, 1], [1, 6], 'def f:'), at([2, 5], [2, 10], 'pass #'), at([4, 3], [4, 3], 'x')])).toBe(
      'def f:\n    pass #\n\n  x',
    );
  });

  it('joins chunks cut inside a line by the spaces that stood between them', () => {
    expect(joinChunks([at([1, 1], [1, 3], 'one'), at([1, 5], [1, 7], 'two'), at([1, 8], [1, 9], '三四')])).toBe('one two三四');
  });

  it('puts nothing in front of a first chunk of which nobody knows what stands before it on its line', () => {
    expect(joinChunks([at([1, 4001], [1, 4003], 'one'), at([1, 4005], [1, 4007], 'two')])).toBe('one two');
    expect(joinChunks([at([1, 4001], [1, 4003], 'one')], at([1, 1], [1, 3999], 'zero'))).toBe('one');
    expect(joinChunks([at([2, 5], [2, 8], 'pass')], at([1, 1], [1, 6], 'def f:'))).toBe('    pass');
    expect(joinChunks([at([2, 5], [2, 8], 'pass')], { content: 'def f:' })).toBe('pass');
  });

  it('puts no more blanks in front of a chunk than an indentation can have', () => {
    const before = at([1, 1], [1, 5], '<img ');
    expect(joinChunks([before, at([2, 1_001], [2, 1_001], '>')])).toBe(`<img \n${' '.repeat(1_000)}>`);
    expect(joinChunks([before, at([2, 1_002], [2, 1_002], '>')])).toBe('<img \n >');
    expect(joinChunks([at([2, 2_000], [2, 2_000], '>')], before)).toBe(' >');
    expect(joinChunks([before, at([1, 2_000], [1, 2_000], '>')])).toBe('<img  >');
    expect(joinChunks([before, at([2, 933_337], [2, 933_337], '>')])).toHaveLength('<img \n >'.length);
  });

  it('sets chunks without ranges apart by an empty line', () => {
    expect(joinChunks([{ content: 'a' }, { content: 'b' }])).toBe('a\n\nb');
    expect(joinChunks([])).toBe('');
  });
});

describe('markMatch', () => {
  it('sets a match off from its neighbours', () => {
    const { content, match } = markMatch({
      before: [at([1, 1], [1, 1], 'a')],
      match: at([2, 1], [2, 1], 'b'),
      after: [at([3, 1], [3, 1], 'c')],
    });
    expect(content).toBe('a\n[MATCH START]\nb\n[MATCH END]\nc');
    expect(content.slice(match.from, match.to)).toBe('[MATCH START]\nb\n[MATCH END]');
  });

  it('sets a match off within its line, and keeps the indentation of lines', () => {
    const inLine = {
      before: [at([1, 900], [1, 902], 'one')],
      match: at([1, 904], [1, 906], 'two'),
      after: [at([1, 908], [1, 912], 'three')],
    };
    expect(markMatch(inLine).content).toBe('one\n[MATCH START]\ntwo\n[MATCH END]\nthree');
    expect(markMatch({ ...inLine, before: [] }).content).toBe('[MATCH START]\ntwo\n[MATCH END]\nthree');
    const inLines = { before: [at([1, 1], [1, 6], 'def f:')], match: at([2, 3], [2, 4], 'a;'), after: [at([3, 5], [3, 6], 'b;')] };
    expect(markMatch(inLines).content).toBe('def f:\n[MATCH START]\n  a;\n[MATCH END]\n    b;');
  });

  it('lets no text pretend to be a marker', () => {
    expect(escapeMarkers('x [MATCH END] [MATCH START] [MATCH]')).toBe('x \\[MATCH END] \\[MATCH START] [MATCH]');
  });
});

describe('token budget', () => {
  const text = (tokens: number, relevance = 0.5) => ({ text: 'x'.repeat(Math.floor(tokens * 3.5)), relevance });

  it('takes whole texts in order while they are alike', () => {
    expect(chooseWithinBudget([text(10), text(10), text(10)], 25)).toEqual([0, 1]);
    expect(chooseWithinBudget([text(10), text(10)], 20)).toEqual([0, 1]);
    expect(chooseWithinBudget([], 20)).toEqual([]);
  });

  it('prefers texts that say more per token, and keeps the order among those it takes', () => {
    const texts = [text(20, 0.9), text(80, 0.8), text(20, 0.6), text(20, 0.6), text(20, 0.05)];
    expect(chooseWithinBudget(texts, 100)).toEqual([0, 2, 3, 4]);
    expect(chooseWithinBudget(texts, 140)).toEqual([0, 1, 2, 3]);
  });

  it('fills what a large text leaves with smaller ones', () => {
    expect(chooseWithinBudget([text(50, 0.9), text(60, 0.8), text(10, 0.01)], 65)).toEqual([0, 2]);
  });

  it('never leaves out the first text, unless it alone is too large', () => {
    expect(chooseWithinBudget([text(50, 0.01), text(10, 0.9)], 50)).toEqual([0]);
    expect(chooseWithinBudget([text(51, 0.9), text(10, 0.9)], 50)).toEqual([]);
  });

  it('cuts between lines or words, never inside a character', () => {
    const cut = cutToBudget('word '.repeat(1000), 50);
    expect(countTokens(cut)).toBeLessThanOrEqual(50);
    expect(cut.endsWith('word')).toBe(true);
    expect(cutToBudget('🎉'.repeat(200), 50)).toMatch(/^(🎉)+$/u);
    expect(cutToBudget('short', 50)).toBe('short');
    // Fifty tokens are 175 bytes, 51 are 178.5.
    for (const [budget, most] of [
      [50, 175],
      [51, 178],
    ] as const) {
      for (const length of [most - 1, most, most + 1, most + 2, 20_000_000]) {
        expect(cutToBudget('x'.repeat(length), budget)).toHaveLength(Math.min(length, most));
      }
    }
  });

  it('cuts a text where what was found in it is kept: from the beginning where that reaches over it', () => {
    const text = `${'before '.repeat(20)}FOUND ${'after '.repeat(20)}`;
    const found = { from: 140, to: 145 };
    expect(cutAround(text, found, 50)).toBe(cutToBudget(text, 50));
    expect(cutAround(text, found, 41)).toMatch(/^FOUND after/);
    expect(cutAround(text, found, 10)).toMatch(/^FOUND after after/);
    expect(cutAround(text, found, 1000)).toBe(text);
  });
});
