import { describe, expect, it } from 'vitest';
import { expectExact } from '../testing/expect-exact.fixture.js';
import { chunkDocument } from './chunk-document.js';

const SENTENCE = 'Feed the starter twice a day and keep it warm until it doubles. ';
const HEAD = '---\ncreated: 2024-03-01\ntags: [sourdough, bread]\n---\n';

/** Front matter of about so many characters. */
function head(length: number): string {
  const entry = (n: number) => `  - Loaf number ${n.toString().padStart(4, '0')}\n`;
  return `---\naliases:\n${Array.from({ length: Math.ceil(length / entry(0).length) }, (_, n) => entry(n)).join('')}---\n`;
}

function passages(text: string) {
  const result = chunkDocument({ text, type: 'note', lang: 'markdown', title: 'Bread' });
  expectExact(text, result);
  return result.chunks;
}

describe('front matter', () => {
  it('begins the passage that follows it, which keeps its own heading, and says so', () => {
    const text = `${HEAD}\n## Sourdough\n\n${SENTENCE}\n\n## Rye\n\n${SENTENCE}\n`;
    const [first, second, ...others] = passages(text);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ heading: 'Bread › Sourdough', chunk_type: 'front_matter', range: { start: [1, 1], end: [8, 63] } });
    expect(first?.content).toBe(`${HEAD}\n## Sourdough\n\n${SENTENCE.trim()}`);
    expect(second).toMatchObject({ heading: 'Bread › Rye', chunk_type: 'section', range: { start: [10, 1] } });
  });

  it('moves no boundary of the text', () => {
    const text = Array.from({ length: 12 }, (_, n) => `Paragraph ${n.toString()}. ${SENTENCE.repeat(1 + (n % 3))}`.trim()).join('\n\n');
    const [first, ...others] = passages(`${HEAD}\n${text}`).map(({ content }) => content);
    expect([first?.slice(HEAD.length).trim(), ...others]).toEqual(passages(text).map(({ content }) => content));
  });

  it('is a passage of its own where nothing follows, or when it is as long as one', () => {
    expect(passages(`${HEAD}\n\n`)).toMatchObject([{ content: HEAD.trim(), chunk_type: 'front_matter', heading: 'Bread' }]);
    const long = passages(`${head(2000)}\n${SENTENCE}`);
    expect(long.slice(0, -1).map((chunk) => chunk.chunk_type)).toEqual(long.slice(0, -1).map(() => 'front_matter'));
    expect(long.at(-1)).toMatchObject({ content: SENTENCE.trim(), chunk_type: 'section' });
  });

  it('never makes a passage too long: a table that fits barely is cut', () => {
    const rows = Array.from({ length: 33 }, (_, n) => `| Loaf ${n.toString().padStart(2, '0')} | ${'flour '.repeat(5).trim()} |`).join(
      '\n',
    );
    const table = `| Name | Of |\n|---|---|\n${rows}`;
    expect(passages(table)).toHaveLength(1);
    const cut = passages(`${head(300)}\n${table}`);
    expect(cut.length).toBeGreaterThan(1);
    expect(cut[0]?.content).toContain('| Name | Of |');
    expect(cut.map((chunk) => chunk.chunk_type)).toEqual(cut.map((_, n) => (n === 0 ? 'front_matter' : 'table')));
  });

  it('stays for itself where more blank lines follow than fit into a passage', () => {
    expect(passages(`${HEAD}${'\n'.repeat(3000)}${SENTENCE}`)).toHaveLength(2);
  });

  it.each([
    ['a byte order mark', `\ufeff${HEAD}text`],
    ['carriage returns', `${HEAD}\n# Bread\n\n${SENTENCE}`.replaceAll('\n', '\r\n')],
    ['TOML', `+++\ntitle = "Bread"\n+++\ntext`],
    ['nothing in it', '---\n---\ntext'],
  ])('is joined with %s as well', (_, text) => {
    expect(passages(text)).toHaveLength(1);
  });
});
