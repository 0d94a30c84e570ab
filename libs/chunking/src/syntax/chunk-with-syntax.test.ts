import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectExact } from '../testing/expect-exact.fixture.js';
import { chunkWithSyntax } from './chunk-with-syntax.js';
import { sample, testParser } from './syntax-parser.fixture.js';

const chunk = async (text: string, path: string) => chunkWithSyntax({ text, type: 'code', path }, await testParser());
const names = async (text: string, path: string) =>
  (await chunk(text, path)).chunks.flatMap(({ sym, symbols }) => symbols ?? (sym === undefined ? [] : [sym]));
const FILES = readdirSync(new URL('./fixtures', import.meta.url));

describe('code by its syntax tree', () => {
  it('gives a method its symbol, signature, scope, doc comment, exact lines and title path', async () => {
    const { chunks } = await chunk(sample('Library.java'), 'src/Library.java');
    const parts = chunks.filter(({ sym }) => sym === 'lend');
    expect(parts[0]).toMatchObject({
      chunk_type: 'method',
      scope: 'Library',
      signature: '@Audited("loans") public LocalDate lend(Isbn isbn, M to)',
      heading: 'src/Library.java › class Library › method lend',
      range: { start: [136, 1] },
    });
    expect(parts[0]?.content.trimStart()).toMatch(/^\/\*\*\n {5}\* Lends a book\./);
    expect(parts.at(-1)?.range.end).toEqual([159, 5]);
  });

  it('opens a long class into its members and cuts long functions before statements', async () => {
    const { chunks } = await chunk(sample('cache.go'), 'cache.go');
    const parts = chunks.filter(({ sym }) => sym === 'Get');
    expect(parts.length).toBeGreaterThan(1);
    for (const { content, scope, heading } of parts) {
      expect(scope).toBe('Cache');
      expect(heading).toBe('cache.go › Cache › method Get');
      expect(content.trimStart()).not.toMatch(/^[})]/);
    }
  });

  it('puts small neighbours together and names all of them', async () => {
    const { chunks } = await chunk('export type A = string;\nexport type B = number;\nexport const c = () => 1;\n', 'types.ts');
    expect(chunks).toMatchObject([{ chunk_type: 'block', symbols: ['A', 'B', 'c'], heading: 'types.ts' }]);
    expect(chunks[0]).not.toHaveProperty('sym');
  });

  it.each(FILES)('keeps every character of %s once and in order, twice the same', async (file) => {
    const text = sample(file);
    const chunked = await chunk(text, file);
    expectExact(text, chunked);
    expect(chunked).not.toHaveProperty('notes');
    expect(await chunk(text, file)).toEqual(chunked);
  });

  it('does so in this library, with carriage returns and a byte order mark, too', async () => {
    const text = readFileSync(new URL('./outline.ts', import.meta.url), 'utf8');
    for (const variant of [text, text.replaceAll('\n', '\r\n'), `\ufeff${text}`, text.replaceAll('\n', ' ')]) {
      expectExact(variant, await chunk(variant, 'outline.ts'));
    }
  });
});

describe('broken code', () => {
  it('still gives the symbols that are whole', async () => {
    const broken =
      'function whole() {\n  return 1;\n}\n\nconst x = = 3;\n\nclass A {\n  a() { return 1; }\n  b() { return ; ) }\n}\n\nfunction after() {\n  return 2;\n}\n';
    expect(await names(broken, 'x.ts')).toEqual(expect.arrayContaining(['whole', 'A', 'a', 'after']));
  });

  it.each(FILES)('of %s, cut in the middle and with a hole, keeps every character', async (file) => {
    const text = sample(file);
    const half = text.slice(0, text.length / 2);
    const hole = text.slice(0, text.length / 3) + text.slice(text.length / 3 + 57);
    for (const broken of [half, hole]) expectExact(broken, await chunk(broken, file));
    // Without the end of its script a component is no component to its grammar.
    if (file !== 'Converter.vue') expect((await names(half, file)).length).toBeGreaterThan(0);
  });
});

describe('code that is not parsed', () => {
  it('is cut by its lines, and the notes say why', async () => {
    const { notes, chunks } = await chunk('create table orders (id int);\n', 'orders.sql');
    expect(notes).toEqual(['cut by lines: no grammar for sql']);
    expect(chunks).toMatchObject([{ sym: 'orders', chunk_type: 'class', heading: 'orders.sql' }]);
    expect((await chunk('a { b { c: d } }', 'a.scss')).notes).toEqual(['cut by lines: no grammar for css']);
    expect((await chunk('x', 'bin/run')).notes).toEqual(['cut by lines: no grammar for a language that is not known']);
  });

  it('is so when it is very long', async () => {
    const text = 'x\n'.repeat(1_000_001);
    const chunked = await chunk(text, 'made.js');
    expect(chunked.notes).toEqual(['cut by lines: over 2,000,000 characters are not parsed']);
  });

  it('is so when parsing takes too much work, the same each time', async () => {
    const text = '((((((((((\n{{[[<%'.repeat(2000);
    const first = await chunk(text, 'noise.cpp');
    expectExact(text, first);
    expect(await chunk(text, 'noise.cpp')).toEqual(first);
  });
});

it.each([
  ['brackets', '['.repeat(10_000) + ']'.repeat(10_000)],
  ['blocks', `${'{ '.repeat(10_000)}${'} '.repeat(10_000)}`],
  ['functions', `${'function f() { '.repeat(10_000)}${'} '.repeat(10_000)}`],
  ['classes', Array.from({ length: 2_000 }, (_, i) => `class A${i.toString()} { static {`).join('\n')],
  ['one long line', 'a = b; '.repeat(20_000)],
])('%s, 10,000 of them inside each other, neither crash nor hang', async (_, text) => {
  expectExact(text, await chunk(text, 'deep.js'));
});
