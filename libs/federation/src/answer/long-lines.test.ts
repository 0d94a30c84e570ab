import { FetchInput, localOwner } from '@tributary/contracts';
import { countTokens } from '@tributary/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const sentence = (n: number) => `Sentence ${n.toString()} of the long report tells how the crew of the ship kept the engine running.`;
const SENTENCES = Array.from({ length: 400 }, (_, n) =>
  n === 200 ? 'Then the zeppelin was moored to the mast above the harbour.' : sentence(n),
);
const PROSE = SENTENCES.join(' ');
const JSON_LINE = JSON.stringify(SENTENCES.map((text, id) => ({ id, text })));
const CODE = `function outer() {\n${SENTENCES.map((text, n) => `    call${n.toString()}('${text}');`).join('\n')}\n}\n`;

describe('passages that begin within a line', () => {
  let bed: Testbed;

  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('prose', [{ key: 'long.txt', title: 'Report', path: 'long.txt', text: PROSE }]);
    await bed.collection('data', [{ key: 'one.json', title: 'Data', path: 'one.json', text: JSON_LINE }]);
    await bed.collection('code', [{ key: 'outer.js', title: 'outer.js', path: 'outer.js', type: 'code', text: CODE }]);
  });

  afterAll(async () => {
    await bed[Symbol.asyncDispose]();
  });

  it.each([
    ['prose', PROSE],
    ['data', JSON_LINE],
    ['code', CODE],
  ])('stand between their neighbours as they are written: %s', async (collection, text) => {
    const { hits, notes } = await bed.run({ query: 'zeppelin moored', collections: [collection], context: 'enhanced', limit: 1 });
    const parts = (hits[0]?.content ?? '').split(/\n?\[MATCH START\]\n|\n\[MATCH END\]\n?/);
    expect(parts).toHaveLength(3);
    expect(parts[1]).toContain('zeppelin was moored');
    for (const part of parts) expect(text).toContain(part);
    expect(notes).toEqual([]);
  });

  it('are in an answer of a small budget, with their neighbours', async () => {
    const ask = { query: 'zeppelin moored', context: 'enhanced', limit: 1, token_budget: 2000 } as const;
    for (const collection of ['prose', 'data']) {
      const { hits } = await bed.run({ ...ask, collections: [collection] });
      expect(hits[0]?.content).toContain('zeppelin');
      expect(countTokens(hits[0]?.content ?? '')).toBeLessThan(1500);
    }
  });

  it('are the whole text again where a document is read whole', async () => {
    const { hits } = await bed.run({
      query: 'zeppelin moored',
      collections: ['data'],
      context: 'full_note',
      limit: 1,
      token_budget: 100_000,
    });
    expect(hits[0]?.content).toBe(JSON_LINE);
  });

  it('are fetched by lines and columns from where they begin', async () => {
    const { hits } = await bed.run({ query: 'zeppelin moored', collections: ['prose'], limit: 1 });
    const { uri = '', range, content = '' } = hits[0] ?? {};
    const column = range?.start[1] ?? 0;
    expect(column).toBeGreaterThan(10_000);
    const fetch = (input: Partial<FetchInput>) => bed.fetch.run(FetchInput.parse({ uri, ...input }), { principal: localOwner });
    for (const lines of [{ start_line: 1, end_line: 1 }, { start_column: 5 }]) {
      expect(await fetch(lines)).toMatchObject({ content, range });
    }
    expect(await fetch({ start_line: 1, start_column: column + 10 })).toMatchObject({
      content: content.slice(10),
      range: { start: [1, column + 10], end: range?.end },
    });
  });
});
