import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import { nextcloud } from './nextcloud-world.fixture.js';

const listed = async (dialect = nextcloud()) =>
  (await (await connectInProcess(new MemoryOperations(), { dialects: [dialect] })).listTools()).tools;

it('lists exactly the one tool of fixtures/tool-list.json, under the name it always had [002-9]', async () => {
  const tools = await listed();
  await expect(`${JSON.stringify(tools, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/tool-list.json');
  expect(tools.map(({ name }) => name)).toEqual(['nc_semantic_search']);
});

it('publishes the parameters with their defaults: hybrid, 10, 0.7 and the weights 0.5, 0.3, 0.2 [002-10] [002-13]', async () => {
  const [tool] = await listed();
  expect(tool?.inputSchema.properties).toMatchObject({
    limit: { default: 10 },
    score_threshold: { default: 0.7 },
    algorithm: { enum: ['semantic', 'keyword', 'fuzzy', 'hybrid'], default: 'hybrid' },
    semantic_weight: { default: 0.5 },
    keyword_weight: { default: 0.3 },
    fuzzy_weight: { default: 0.2 },
  });
  expect(tool?.inputSchema.required).toEqual(['query']);
});

it('publishes the weights of the settings as the defaults', async () => {
  const [tool] = await listed(nextcloud({ semanticWeight: 0.9, keywordWeight: 0.1, fuzzyWeight: 0 }));
  expect(tool?.inputSchema.properties).toMatchObject({ semantic_weight: { default: 0.9 }, fuzzy_weight: { default: 0 } });
});
