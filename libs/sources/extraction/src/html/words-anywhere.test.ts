import { describe, expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { extractDocument } from '../formats/extract-document.js';

const textOf = async (body: string) => {
  const html = `<!doctype html><html><head><title>Harbour</title></head><body>${body}</body></html>`;
  const outcome = await extractDocument({ bytes: new TextEncoder().encode(html), name: 'x.html' }, DEFAULT_BUDGETS);
  return outcome.extracted ? outcome.text : outcome.reason;
};
const CLOSED = 'We close on Fridays.';
const PARAGRAPHS = Array.from({ length: 60 }, (_, n) => `<p>The light at pier ${n.toString()} is kept by the harbour master.</p>`).join('');

describe('a page all of whose words stand', () => {
  it.each(['form', 'nav', 'header', 'footer', 'aside', 'dialog', 'div role="navigation"', 'div aria-hidden="true"'])(
    'in <%s> is read',
    async (tag) => {
      expect(await textOf(`<${tag}><p>${CLOSED}</p></${tag.split(' ')[0] ?? ''}>`)).toBe(`# Harbour\n\n${CLOSED}`);
    },
  );

  it.each(['button', 'textarea'])('in <%s> is read', async (tag) => {
    expect(await textOf(`<script>var a = 'no word';</script><${tag}>${CLOSED}</${tag}>`)).toBe(`# Harbour\n\n${CLOSED}`);
  });

  it('in a list of links keeps each of them', async () => {
    expect(await textOf('<nav><ul><li><a href="1.html">Tides</a></li><li><a href="2.html">Lights</a></li></ul></nav>')).toBe(
      '# Harbour\n\n- Tides\n- Lights',
    );
  });

  it('in its navigation and in an article at its side keeps both', async () => {
    const chapters = Array.from({ length: 30 }, (_, n) => `<li><a href="${n.toString()}.html">Chapter ${n.toString()}</a></li>`).join('');
    const text = await textOf(`<nav><ul>${chapters}</ul></nav><aside><article>${PARAGRAPHS}</article></aside>`);
    expect(text).toContain('- Chapter 0\n- Chapter 1\n');
    expect(text).toContain('pier 59');
  });

  it('in a drawing is read as its labels', async () => {
    const drawing = '<svg><title>Icon</title><text>Queue</text><text>412</text><foreignObject><p>Writer</p></foreignObject></svg>';
    expect(await textOf(`<nav>Parts</nav>${drawing}`)).toBe('# Harbour\n\nParts\n\nQueue\nWriter');
  });

  it('in drawings within each other is read once', async () => {
    expect(await textOf(`${'<svg>'.repeat(20)}<text>Queue</text>${'</svg>'.repeat(20)}`)).toBe('# Harbour\n\nQueue');
  });

  it.each([
    '<div id="root"></div>',
    '<noscript>Switch JavaScript on.</noscript>',
    '<svg><text>412</text></svg>',
    '<p hidden>Wait</p>',
    '<nav>',
  ])('in a program is left to a browser: %s', async (body) => {
    expect(await textOf(body)).toBe('no-text');
  });
});

describe('a form', () => {
  it('around the page is the page', async () => {
    const text = await textOf(`<header><h1>Lights</h1></header><form id="form1"><div>${PARAGRAPHS}</div></form><nav>Home</nav>`);
    expect(text).toContain('The light at pier 0 is kept');
    expect(text).toContain('The light at pier 59 is kept');
    expect(text).not.toContain('Home');
  });

  it('beside the page is none of it', async () => {
    expect(await textOf(`<p>${CLOSED} The light is kept.</p><form><label>Your name</label><input></form>`)).not.toContain('Your name');
  });
});
