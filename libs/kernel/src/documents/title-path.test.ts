import { expect, it } from 'vitest';
import { joinTitles, titlesBelow } from './title-path.js';

it('joins titles that are there', () => {
  expect(joinTitles(['kafka/operations.md', '', 'Overview'])).toBe('kafka/operations.md › Overview');
  expect(joinTitles(['', ''])).toBe('');
});

it('tells what stands below a title, and leaves what it does not lead', () => {
  expect(titlesBelow('a.md', 'a.md › Guide › Use')).toBe('Guide › Use');
  expect(titlesBelow('Guide', 'Guide')).toBe('');
  expect(titlesBelow('', 'Guide › Use')).toBe('Guide › Use');
  expect(titlesBelow('Gui', 'Guide › Use')).toBe('Guide › Use');
});
