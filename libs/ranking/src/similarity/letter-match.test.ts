import { describe, expect, it } from 'vitest';
import { matchLetters } from './letter-match.js';

const match = (word: string, ...passages: readonly string[]) => matchLetters([{ word, weight: 2 }], passages);

describe('words matched by their letters', () => {
  it.each([
    ['Sicherung', 'Die Datensicherung läuft nachts.'],
    ['brulee', 'Crème brûlée, vier Portionen'],
    ['Lindenstrasse', 'Sie wohnt in der Lindenstraße 4.'],
    ['TÜV', 'Der TÜV ist im Mai fällig.'],
    ['备份', '服务器备份每天一次'],
  ])('%s is said whole by "%s"', (word, passage) => {
    expect(match(word, passage)).toEqual([1]);
  });

  it('less by a word of another form, and not by others', () => {
    const [other = 0, form = 0, none] = match('пользователями', 'Пользователь пишет.', 'Все пользователи пишут.', 'Сервер имён');
    expect(form).toBeGreaterThan(0.5);
    expect(form).toBeLessThan(1);
    expect(other).toBeGreaterThan(0.5);
    expect(none).toBe(0);
  });

  it('is not put together of several words', () => {
    expect(match('telemetry', 'A telegraph, a metric and a try.')).toEqual([0]);
  });

  it('says nothing of chance: a run or two that a long word shares', () => {
    expect(match('Schlafstörungen', 'Die Schlange schläft.')).toEqual([0]);
  });

  it('is as much of a sentence as is said, where words are not set apart', () => {
    const [some = 0, none] = match('红烧肉怎么做', '红烧肉：五花肉切块，小火慢炖。', '服务器备份每天一次');
    expect(some).toBeCloseTo(2 / 5);
    expect(none).toBe(0);
  });

  it('is the mean over the words by their weights', () => {
    const words = [
      { word: 'meniscus', weight: 1 },
      { word: 'xylophone', weight: 3 },
    ];
    expect(matchLetters(words, ['The meniscus heals.', 'A xylophone.', ''])).toEqual([0.25, 0.75, 0]);
    expect(matchLetters([], ['The meniscus heals.'])).toEqual([0]);
  });
});
