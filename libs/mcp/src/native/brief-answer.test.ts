import { SearchAnswer, type SearchHit } from '@tributary/contracts';
import { countTokens } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';
import { ScriptedSearch, hit, searched } from '../dialects/qdrant/qdrant-client.fixture.js';

const LANE = { status: 'searched' as const, candidates: 100, ms: 1.234567 };
const LANES = { semantic: LANE, keyword: LANE, fuzzy: LANE };
const LAYOUT = { type: 'doc', chunk_type: 'section', total_chunks: 3, chunk_index: 4, source: 'handbook', modified_at: '2026-01-01' };

function found(n: number, metadata: SearchHit['metadata'] = {}): SearchHit {
  return {
    ...hit(n),
    uri: `tributary://notes/handbook/n${n.toString()}.md#4`,
    relevance: 0.006378952580605929,
    metadata: { ...LAYOUT, ...metadata },
  };
}

async function answered(hits: readonly SearchHit[], args: object = {}) {
  const missed = { ...searched('web'), status: 'partial' as const, reason: 'semantic: away', lanes: LANES };
  const coverage = [{ ...searched('notes'), ms: 3.53, lanes: LANES }, missed];
  const client = await connectInProcess(new ScriptedSearch({ hits: [...hits], coverage, took_ms: 12.345 }));
  const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'x', ...args } });
  return { answer: SearchAnswer.parse(structuredContent), tokens: countTokens(JSON.stringify(structuredContent)) };
}

it('leaves out digits, times, lanes and metadata that no assistant can act on', async () => {
  const { answer } = await answered([found(1, { room: 'B' })]);
  expect(answer.hits[0]).toMatchObject({ relevance: 0.0064 });
  expect(answer.hits[0]?.metadata).toEqual({ type: 'doc', modified_at: '2026-01-01', room: 'B' });
  expect(answer).toMatchObject({
    took_ms: 12,
    coverage: [
      { ms: 4, lanes: {} },
      { status: 'partial', lanes: LANES },
    ],
  });
});

it('leaves out links and long lists of notes, by which they are filtered, unless it is asked to explain', async () => {
  const people = Array.from({ length: 9 }, (_, n) => `Person ${n.toString()}`);
  const noted = { links: ['Zoë'], attendees: people, invited: people.slice(0, 8) };
  expect((await answered([found(1, noted)])).answer.hits[0]?.metadata).toEqual({
    type: 'doc',
    modified_at: '2026-01-01',
    invited: people.slice(0, 8),
  });
  expect((await answered([found(1, noted)], { explain: true })).answer.hits[0]?.metadata).toMatchObject(noted);
  const handedIn = { ...hit(1), metadata: { ...noted, type: 'doc', source: '' } };
  expect((await answered([handedIn])).answer.hits[0]?.metadata).toMatchObject(noted);
});

it('leaves them out of a note that has a type and a source of its own as well, and of nothing that is handed in', async () => {
  const noted = { links: ['Zoë'], room: 'B' };
  const own = { type: 'meeting', source: ['Book'] };
  const layout = { type: 'note', source: 'vault' };
  const shown = async (metadata: SearchHit['metadata'], more: Partial<SearchHit>) =>
    (await answered([{ ...hit(1), metadata, ...more }])).answer.hits[0];
  const brief = await shown({ ...noted, ...own, chunk_type: 'section' }, { given: ['type', 'source'], layout });
  expect(brief?.metadata).toEqual({ room: 'B', ...own });
  expect(brief).not.toHaveProperty('layout');
  const handedIn = { type: 'memory', source: 'jira', links: ['Zoë'] };
  expect((await shown(handedIn, { given: ['source'], layout: { source: '' } }))?.metadata).toEqual(handedIn);
  expect((await shown(handedIn, { given: ['type', 'source'] }))?.metadata).toEqual(handedIn);
});

it('keeps what only has the name of such a field', async () => {
  const { answer } = await answered([found(1, { type: 'bug', source: 'jira', chunk_index: 7 }), found(2, { source: 'tributary' })]);
  expect(answer.hits.map(({ metadata }) => metadata)).toEqual([
    { ...LAYOUT, type: 'bug', source: 'jira', chunk_index: 7 },
    { type: 'doc', source: 'tributary', modified_at: '2026-01-01' },
  ]);
});

it('keeps what the maker of a text gave, whatever it is called and says', async () => {
  const given = ['type', 'chunk_type', 'chunk_index', 'total_chunks', 'source'];
  const theirs = { ...found(1), given };
  expect((await answered([theirs])).answer.hits[0]).toEqual({ ...found(1), relevance: 0.0064 });
  expect((await answered([theirs], { explain: true })).answer.hits[0]).toEqual(theirs);
  expect((await answered([{ ...theirs, given: ['chunk_type'] }])).answer.hits[0]?.metadata).toEqual({
    type: 'doc',
    chunk_type: 'section',
    modified_at: '2026-01-01',
  });
});

it('shows all of it on request, and costs a quarter less without', async () => {
  const ten = Array.from({ length: 10 }, (_, n) => found(n));
  const [brief, whole] = [await answered(ten), await answered(ten, { explain: true })];
  expect(whole.answer.hits[0]).toEqual(found(0));
  expect(whole.answer.coverage[0]).toMatchObject({ ms: 3.53, lanes: LANES });
  expect(brief.tokens / whole.tokens).toBeLessThan(0.75);
});
