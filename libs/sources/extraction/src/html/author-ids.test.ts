import { describe, expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { extractHtml } from './extract-html.js';

const SENTENCE = 'Each request answers with some of the results, in the order of their names, and says how to ask for more. ';

describe('ids of sections and headings', () => {
  it.each(['section', 'div class="section"'])('are no signs of a layout where a %s begins with its heading', (tag) => {
    const sections = ['Views', 'Pagination', 'Forms', 'Comments', 'Footer'].map(
      (name) =>
        `<${tag} id="${name.toLowerCase()}"><span id="x"></span><h2>${name}</h2><p>${name}: ${SENTENCE.repeat(4)}</p></${tag.split(' ')[0] ?? ''}>`,
    );
    const { text } = extracted(`<div role="main"><h1>Guide</h1>${sections.join('')}</div>`);
    expect(headingsOf(text)).toEqual(['## Views', '## Pagination', '## Forms', '## Comments', '## Footer']);
    expect(text).toContain('Pagination: Each request');
  });

  it('are no signs of a layout in a heading', () => {
    const parts = ['Install', 'Metadata', 'Tags', 'Share'].map(
      (name) => `<h2 id="${name.toLowerCase()}">${name}</h2><p>${SENTENCE.repeat(4)}</p>`,
    );
    const { text } = extracted(`<article><h1>Guide</h1>${parts.join('')}</article>`);
    expect(headingsOf(text)).toEqual(['## Install', '## Metadata', '## Tags', '## Share']);
  });
});

function extracted(body: string) {
  const html = `<html><head><title>Guide</title></head><body>${body}</body></html>`;
  return extractHtml({ name: 'guide.html', bytes: new TextEncoder().encode(html) }, DEFAULT_BUDGETS);
}

function headingsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('## '));
}
