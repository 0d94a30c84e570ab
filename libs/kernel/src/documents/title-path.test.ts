import { expect, it } from 'vitest';
import { shownTitles, titlePathOf, titlesBelow } from './title-path.js';

const page = { path: 'https://example.com/kafka/operations.html?v=3', title: 'Overview' };
const long = `${'folder/'.repeat(40)}guide.md`;

it.each([
  [{ path: 'kafka/operations.md', title: 'Overview' }, 'kafka/operations.md › Overview › On call'],
  [{ path: 'kafka/operations.md', title: 'operations.md' }, 'kafka/operations.md › On call'],
  [{ path: undefined, title: 'Overview' }, 'Overview › On call'],
  [page, 'example.com/kafka/operations › Overview › On call'],
  [{ ...page, title: 'operations' }, 'example.com/kafka/operations › On call'],
  [{ path: 'https://example.com/src/a.ts', title: 'https://example.com/src/a.ts' }, 'example.com/src/a.ts › On call'],
  [{ path: 'http://127.0.0.1/', title: 'Overview' }, 'Overview › On call'],
  [{ path: 'http://127.0.0.1/?page=php', title: 'php' }, 'php › On call'],
  [{ path: long, title: 'Overview' }, `${long.slice(-200)} › Overview › On call`],
])('begins with where a document lies: %j', (document, titlePath) => {
  expect(titlePathOf(document, ['', 'On call'])).toBe(titlePath);
  expect(shownTitles(document, titlePath)).toBe(`${document.title} › On call`);
  expect(titlesBelow(document, titlePath)).toBe('On call');
});

it('is nothing below a passage that stands under its document alone', () => {
  const titlePath = titlePathOf(page, []);
  expect(titlePath).toBe('example.com/kafka/operations › Overview');
  expect(shownTitles(page, titlePath)).toBe('Overview');
  expect(titlesBelow(page, titlePath)).toBe('');
});

it('leaves a title path that the place of the document does not lead, as one made before', () => {
  expect(shownTitles(page, 'Overview › On call')).toBe('Overview › On call');
  expect(titlesBelow(page, 'Overview › On call')).toBe('On call');
  expect(shownTitles({ path: 'a.md', title: 'a.md' }, 'Guide › Use')).toBe('Guide › Use');
  expect(titlesBelow({ title: 'Gui' }, 'Guide › Use')).toBe('Guide › Use');
  expect(shownTitles({ title: '' }, '')).toBe('');
});
