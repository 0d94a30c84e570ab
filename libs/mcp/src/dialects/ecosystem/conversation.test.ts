import { expect, it } from 'vitest';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import { ecosystem, filledOperations } from './ecosystem-world.fixture.js';

const SCRIPT: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[] = [
  { name: 'qdrant_get_stats', arguments: { collection_name: 'qdrant_ecosystem' } },
  { name: 'qdrant_search_ecosystem', arguments: { query: 'How to optimize HNSW indexing?' } },
  { name: 'qdrant_search_ecosystem', arguments: { query: 'batch upload', filter: { subdirectory: 'qdrant_client_docs' } } },
  {
    name: 'qdrant_store_ecosystem',
    arguments: {
      text: 'New Qdrant feature: quantization for 4x memory savings',
      metadata: { subdirectory: 'qdrant_documentation', source_file: 'optimization.md' },
    },
  },
  { name: 'qdrant_search_ecosystem', arguments: { query: 'quantization memory savings', limit: 1, score_threshold: 0.8 } },
  { name: 'qdrant_search_inngest', arguments: { query: 'cooking' } },
  { name: 'qdrant_search_inngest', arguments: { query: '' } },
  { name: 'qdrant_get_stats', arguments: {} },
];

// What prompts rely on. A change is written with `vitest -u` and read in review.
it('answers a scripted conversation exactly as fixtures/conversation.json has it', async () => {
  const client = await connectInProcess(await filledOperations(), { dialects: [ecosystem()] });
  const told = [];
  for (const call of SCRIPT) told.push({ call, answer: await client.callTool(call) });
  await expect(`${JSON.stringify(told, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/conversation.json');
});
