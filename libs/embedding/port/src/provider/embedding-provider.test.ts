import { expect, it } from 'vitest';
import { embeddedPassage } from './embedding-provider.js';

const content = '---\nid: 7\n---\n\nFeed the starter.';

it('a passage is embedded with its title path in front, and without the front matter it says it begins with', () => {
  expect(embeddedPassage({ heading: 'Bread › Steps', content, chunk_type: 'front_matter' })).toBe('Bread › Steps\nFeed the starter.');
  expect(embeddedPassage({ content, chunk_type: 'front_matter' })).toBe('Feed the starter.');
});

it('what merely looks like front matter is embedded, as is front matter that is all there is', () => {
  expect(embeddedPassage({ heading: 'two.yaml', content, chunk_type: 'block' })).toBe(`two.yaml\n${content}`);
  expect(embeddedPassage({ content: '---\nid: 7\n---', chunk_type: 'front_matter' })).toBe('---\nid: 7\n---');
});
