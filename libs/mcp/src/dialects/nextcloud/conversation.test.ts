import { expect, it } from 'vitest';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import { ada, filledOperations, nextcloud } from './nextcloud-world.fixture.js';

const SCRIPT: readonly Record<string, unknown>[] = [
  { query: 'Q1 Budget' },
  { query: 'Q1 Budget', algorithm: 'keyword', limit: 1 },
  { query: 'goals for next quarter', algorithm: 'semantic', score_threshold: 0.8 },
  { query: 'kuberntes', algorithm: 'fuzzy' },
  { query: 'Q1 Budget', semantic_weight: 0, keyword_weight: 0.6, fuzzy_weight: 0.4 },
  { query: 'Q1 Budget', semantic_weight: 0.9, keyword_weight: 0.9 },
  { query: 'weather', algorithm: 'keyword' },
];

// What prompts rely on. A change is written with `vitest -u` and read in review.
it('answers a scripted conversation exactly as fixtures/conversation.json has it', async () => {
  const client = await connectInProcess(await filledOperations(), { dialects: [nextcloud()], principal: ada });
  const told = [];
  for (const args of SCRIPT) told.push({ args, answer: await client.callTool({ name: 'nc_semantic_search', arguments: args }) });
  await expect(`${JSON.stringify(told, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/conversation.json');
});
