import { countTokens } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { ScriptedSearch, callTool, connectQdrant, hit, hits } from './qdrant-client.fixture.js';

const MOST = 2_000;

async function answered(operations: ScriptedSearch | undefined, name: string, args: Record<string, unknown>) {
  const { texts, result } = await callTool(await connectQdrant(operations, { maxAnswerTokens: MOST }), name, args);
  expect(countTokens(JSON.stringify(result))).toBeLessThanOrEqual(MOST);
  return texts;
}

describe('an answer of the dialect qdrant that would be too long', () => {
  it('leaves whole hits out and says how many and how to get them', async () => {
    const long = hits(30).map((one) => ({ ...one, content: 'word '.repeat(100) }));
    const texts = await answered(new ScriptedSearch({ hits: long }), 'qdrant-find', {
      query: 'x',
      collections: ['*'],
      limit: 30,
      mode: 'full',
    });
    const entries = texts.filter((text) => text.startsWith('<entry>'));
    expect(entries.length).toBeGreaterThan(5);
    expect(entries.every((text) => text.endsWith('</entry>'))).toBe(true);
    expect(texts.at(-1)).toBe(
      `${(30 - entries.length).toString()} more hits are left out to keep the answer short: mode "minimal" lists them all, and qdrant-retrieve reads one by its id.`,
    );
  });

  it('does so with lines, too', async () => {
    const texts = await answered(new ScriptedSearch({ hits: hits(100) }), 'qdrant-find', { query: 'x', collections: ['*'], limit: 100 });
    expect(texts.at(-1)).toMatch(
      /^\d+ more hits are left out to keep the answer short: ask more precisely, add a query_filter, or search fewer collections at once\.$/,
    );
  });

  it('cuts a single hit that is too long by itself, and says so', async () => {
    const long = { ...hit(1), content: 'word '.repeat(20_000), metadata: { lang: 'de' } };
    const texts = await answered(new ScriptedSearch({ hits: [long] }), 'qdrant-find', { query: 'x', collections: ['*'], mode: 'full' });
    expect(texts[1]).toContain('"lang":"de"');
    expect(countTokens(texts[1] ?? '')).toBeGreaterThan(1_500);
    expect(texts.at(-1)).toBe('The content of the hit is cut: read the resource tributary://notes/1#0 for the rest.');
  });

  it('leaves out the metadata where that is what is long', async () => {
    const long = { ...hit(1), metadata: { note: 'x'.repeat(100_000) } };
    const texts = await answered(new ScriptedSearch({ hits: [long] }), 'qdrant-find', { query: 'x', collections: ['*'], mode: 'full' });
    expect(texts[1]).toContain('<content>Text 1</content><metadata>{"collection":"notes"}</metadata>');
    expect(texts.at(-1)).toBe('The metadata of the hit is left out.');
  });

  it('cuts what was remembered, and what is retrieved', async () => {
    const client = await connectQdrant(undefined, { maxAnswerTokens: MOST });
    const information = `backup ${'word '.repeat(20_000)}`;
    const stored = await callTool(client, 'qdrant-store', { information, collection_name: 'notes' });
    expect(countTokens(JSON.stringify(stored.result))).toBeLessThanOrEqual(MOST);
    const [, id = ''] = /… in collection notes \(point_id: ([0-9a-f-]{36})\)$/.exec(stored.texts[0] ?? '') ?? [];
    const { texts, result } = await callTool(client, 'qdrant-retrieve', { point_id: id, collection_name: 'notes' });
    expect(countTokens(JSON.stringify(result))).toBeLessThanOrEqual(MOST);
    expect(texts.at(-1)).toMatch(/^The content of the point is cut: read the resource tributary:\/\/notes\/.* for the rest\.$/);
  });
});
