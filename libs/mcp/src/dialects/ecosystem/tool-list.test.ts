import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import { createEcosystemDialect } from './ecosystem-dialect.js';
import { PLACES, ecosystem } from './ecosystem-world.fixture.js';

const listed = async (dialect = ecosystem()) =>
  (await (await connectInProcess(new MemoryOperations(), { dialects: [dialect] })).listTools()).tools;

it('three aliases make exactly the seven tools of fixtures/tool-list.json [001-31]', async () => {
  const tools = await listed();
  await expect(`${JSON.stringify(tools, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/tool-list.json');
  expect(tools.map(({ name }) => name)).toEqual([
    'qdrant_search_agent_kit',
    'qdrant_search_inngest',
    'qdrant_search_ecosystem',
    'qdrant_store_agent_kit',
    'qdrant_store_inngest',
    'qdrant_store_ecosystem',
    'qdrant_get_stats',
  ]);
});

it('without an alias there is the statistics tool alone', async () => {
  const tools = await listed(createEcosystemDialect({ collections: {} }, PLACES));
  expect(tools.map(({ name }) => name)).toEqual(['qdrant_get_stats']);
});

it('describes a search by its collection, what it holds and its model [001-32]', async () => {
  const search = (await listed()).find(({ name }) => name === 'qdrant_search_ecosystem');
  expect(search?.description).toBe(
    'Search the qdrant_ecosystem collection (Qdrant documentation) using semantic similarity with nomic-embed-code',
  );
});

it('publishes the query as required, limit 5 and threshold 0.7 as defaults [001-33]', async () => {
  const search = (await listed()).find(({ name }) => name === 'qdrant_search_ecosystem');
  expect(search?.inputSchema.required).toEqual(['query']);
  expect(search?.inputSchema.properties).toMatchObject({ limit: { default: 5 }, score_threshold: { default: 0.7 } });
});

it('marks what only reads, and what may replace', async () => {
  const tools = await listed();
  const marked = (hint: 'readOnlyHint' | 'destructiveHint') =>
    tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name);
  expect(marked('destructiveHint')).toEqual(['qdrant_store_agent_kit', 'qdrant_store_inngest', 'qdrant_store_ecosystem']);
  expect(marked('readOnlyHint')).toEqual([
    'qdrant_search_agent_kit',
    'qdrant_search_inngest',
    'qdrant_search_ecosystem',
    'qdrant_get_stats',
  ]);
});
