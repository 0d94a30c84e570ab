import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { parseHtml } from '../dom/dom.js';
import { extractHtml } from './extract-html.js';
import { toMarkdown } from './markdown-writer.js';

const markdownOf = (html: string) => {
  const { body } = parseHtml(`<!doctype html><html><body>${html}</body></html>`);
  return body === null ? '' : toMarkdown(body);
};
const TABS = '<div role="tabpanel"><p>On Linux run apt.</p></div><div role="tabpanel" hidden><p>On Windows run winget.</p></div>';
const QUESTION = '<h2 class="accordion-header"><button>May I pay later?</button></h2><p>Yes, in <span hidden>no</span>thirty days.</p>';

it('a list written straight into a list stands below the item before it', () => {
  expect(markdownOf('<ul><li>Fruit</li><ul><li>Apple</li><li>Pear</li></ul></ul>')).toBe('- Fruit\n  - Apple\n  - Pear');
  expect(markdownOf('<ol><li>Fruit</li><ol><li>Apple</li></ol><li>Nuts</li></ol>')).toBe('1. Fruit\n   1. Apple\n2. Nuts');
});

it('items outside a list are not glued together', () => {
  expect(markdownOf('<div><li>Apple</li><li>Pear</li></div>')).toBe('Apple\n\nPear');
});

it('tabs that are not shown, and questions in buttons, are text', () => {
  expect(markdownOf(TABS)).toBe('On Linux run apt.\n\nOn Windows run winget.');
  expect(markdownOf('<div hidden="until-found">Details</div><div hidden>Draft</div>')).toBe('Details');
  expect(markdownOf(`${QUESTION}<button>Send</button>`)).toBe('## May I pay later?\n\nYes, in thirty days.');
});

it('they are in the main text of a long page, too', () => {
  const prose = `<p>${'This guide tells how the program is installed, and what it needs, step by step. '.repeat(8)}</p>`;
  const html = `<html><body><article><h1>Guide</h1>${prose}${TABS}${prose}${QUESTION}${prose}</article></body></html>`;
  const { text } = extractHtml({ name: 'guide.html', bytes: new TextEncoder().encode(html) }, DEFAULT_BUDGETS);
  expect(text).toContain('On Windows run winget.');
  expect(text).toContain('## May I pay later?');
});
