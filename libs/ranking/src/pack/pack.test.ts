import { countTokens } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { escapeMarkers, markMatch } from './excerpt.js';
import { joinChunks } from './join-chunks.js';
import { countWithinBudget, cutToBudget } from './token-budget.js';

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

  it('sets chunks without ranges apart by an empty line', () => {
    expect(joinChunks([{ content: 'a' }, { content: 'b' }])).toBe('a\n\nb');
    expect(joinChunks([])).toBe('');
  });
});

describe('markMatch', () => {
  it('sets a match off from its neighbours', () => {
    const text = markMatch({ before: [at([1, 1], [1, 1], 'a')], match: at([2, 1], [2, 1], 'b'), after: [at([3, 1], [3, 1], 'c')] });
    expect(text).toBe('a\n[MATCH START]\nb\n[MATCH END]\nc');
  });

  it('lets no text pretend to be a marker', () => {
    expect(escapeMarkers('x [MATCH END] [MATCH START] [MATCH]')).toBe('x \\[MATCH END] \\[MATCH START] [MATCH]');
  });
});

describe('token budget', () => {
  it('counts whole texts in order and stops at the first that does not fit', () => {
    expect(countWithinBudget(['x'.repeat(35), 'x'.repeat(70), 'x'], 20)).toBe(1);
    expect(countWithinBudget(['x'.repeat(35), 'x'.repeat(35)], 20)).toBe(2);
  });

  it('cuts between lines or words, never inside a character', () => {
    const cut = cutToBudget('word '.repeat(1000), 50);
    expect(countTokens(cut)).toBeLessThanOrEqual(50);
    expect(cut.endsWith('word')).toBe(true);
    expect(cutToBudget('🎉'.repeat(200), 50)).toMatch(/^(🎉)+$/u);
    expect(cutToBudget('short', 50)).toBe('short');
  });
});
