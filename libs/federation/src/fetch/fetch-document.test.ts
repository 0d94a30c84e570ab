import { FetchInput, localOwner, type Principal } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const CODE = `import { a } from './a.js';

export function first() {
    if (a) {
        return 1;
    }
    return 0;
}

${Array.from({ length: 30 }, (_, n) => `export function step${n.toString()}(value) {\n    return value + ${n.toString()};\n}\n`).join('\n')}`;
const LINES = CODE.split('\n');

describe('fetch', () => {
  let bed: Testbed;

  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('code', [
      { key: 'src/first file.js', title: 'first file.js', path: 'src/first file.js', type: 'code', lang: 'javascript', text: CODE },
    ]);
  });

  afterAll(async () => {
    await bed[Symbol.asyncDispose]();
  });

  const uri = 'tributary://code/src/first file.js';
  const fetch = (input: Partial<FetchInput>, principal: Principal = localOwner) =>
    bed.fetch.run(FetchInput.parse({ uri, ...input }), { principal });

  it('joins a document from its passages to the text it was', async () => {
    const answer = await fetch({});
    expect(answer.content).toBe(CODE.trimEnd());
    expect(answer.chunks).toBeGreaterThan(2);
    expect(answer).toMatchObject({
      uri,
      collection: 'code',
      title: 'first file.js',
      path: 'src/first file.js',
      truncated: false,
      version: 1,
    });
    expect(answer.range).toEqual({ start: [1, 1], end: [LINES.length - 1, 1] });
  });

  it('reads once what is not there, and twice where lines may be part of its name', async () => {
    const readsOf = async (address: string) => {
      const before = bed.main.calls.length;
      await expect(fetch({ uri: address })).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
      return bed.main.calls.length - before;
    };
    expect(await readsOf('tributary://code/src/no such file.js')).toBe(1);
    expect(await readsOf('tributary://code/src/none.js:30')).toBe(2);
  });

  it('hands out one passage as it stands', async () => {
    const whole = await fetch({});
    const answer = await fetch({ uri: `${uri}#1` });
    expect(whole.content).toContain(answer.content);
    expect(answer.range?.start[0]).toBeGreaterThan(1);
  });

  it('hands out lines by number', async () => {
    expect(await fetch({ start_line: 3, end_line: 8 })).toMatchObject({
      content: LINES.slice(2, 8).join('\n'),
      range: { start: [3, 1], end: [8, 1] },
    });
    expect((await fetch({ start_line: LINES.length - 1 })).content).toBe('}');
    await expect(fetch({ start_line: 9999 })).rejects.toMatchObject({ code: 'RANGE.INVALID' });
    await expect(fetch({ start_line: 5, end_line: 4 })).rejects.toMatchObject({ code: 'RANGE.INVALID' });
  });

  it('cuts at the budget between lines and says where it stopped', async () => {
    const answer = await fetch({ token_budget: 50 });
    expect(answer.truncated).toBe(true);
    const shown = answer.content.split('\n');
    expect(shown).toEqual(LINES.slice(0, shown.length));
    expect(answer.range?.end[0]).toBe(shown.length);
  });

  it('goes on where it was cut, within a line and between lines, until all was read', async () => {
    const line = Array.from({ length: 3_000 }, (_, n) => `word${n.toString()}`).join(' ');
    const text = `first\n\n${line}\n\n\n  indented 🦀\n${line}`;
    await bed.collection('long', [{ key: 'line', title: 'line', type: 'doc', text }]);
    const parts: string[] = [];
    let from: Partial<FetchInput> = {};
    for (;;) {
      const { content, range, truncated } = await fetch({ uri: 'tributary://long/line', token_budget: 500, ...from });
      parts.push(content);
      if (!truncated) break;
      expect(content).not.toBe('');
      if (range !== undefined) from = { start_line: range.end[0], start_column: range.end[1] + 1 };
    }
    expect(parts.length).toBeGreaterThan(20);
    expect(parts.join('')).toBe(text);
  });

  it('begins at a column of a line, and behind its end with its line feed', async () => {
    expect(await fetch({ start_line: 3, start_column: 8, end_line: 4 })).toMatchObject({
      content: 'function first() {\n    if (a) {',
      range: { start: [3, 8], end: [4, 12] },
    });
    const end = LINES[2]?.length ?? 0;
    for (const column of [end + 1, end + 100])
      expect((await fetch({ start_line: 3, start_column: column, end_line: 4 })).content).toBe('\n    if (a) {');
    expect((await fetch({ start_column: 8, end_line: 1 })).content).toBe("{ a } from './a.js';");
  });

  it('says the same of a document that never was, of an unknown collection and of a passage too many', async () => {
    for (const missing of ['tributary://code/none.js', 'tributary://none/src/first file.js', `${uri}#999`]) {
      await expect(fetch({ uri: missing })).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND', category: 'not_found' });
    }
    await expect(fetch({ uri: 'tributary://code/src/Issue #12' })).rejects.toThrow('written %23 or %25: tributary://code/src/Issue %2312');
    await expect(fetch({ uri: 'https://example.org' })).rejects.toMatchObject({ code: 'URI.INVALID' });
  });

  it('fetches what a search found', async () => {
    const { hits } = await bed.run({ query: 'step17', limit: 1 });
    const answer = await fetch({ uri: hits[0]?.uri ?? '' });
    expect(answer.content).toBe(hits[0]?.content);
    expect(answer.range).toEqual(hits[0]?.range);
  });
});
