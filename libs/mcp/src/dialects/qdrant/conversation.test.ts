import { expect, it } from 'vitest';
import { callTool, connectQdrant } from './qdrant-client.fixture.js';

const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ['qdrant-store', { information: 'The nightly backup runs at three.', collection_name: 'ops', metadata: { team: 'infra' } }],
  ['qdrant-store', { information: 'The backup server has a disk of 40 TB.', collection_name: 'hardware' }],
  ['qdrant-find', { query: 'nightly backup', collection_name: 'ops' }],
  ['qdrant-find', { query: 'nightly backup', collections: ['ops', 'hardware'], mode: 'full' }],
  ['qdrant-find', { query: 'nightly backup', collections: ['*'], mode: 'full', limit: 1, rerank: true }],
  [
    'qdrant-find',
    { query: 'nightly backup', collections: ['*'], query_filter: { must: [{ key: 'metadata.team', match: { value: 'infra' } }] } },
  ],
  ['qdrant-find', { query: 'giraffe', collections: ['*'] }],
  ['qdrant-find', { query: 'nightly backup' }],
  ['qdrant-find', { query: 'nightly backup', collections: [] }],
  ['qdrant-find', { query: 'nightly backup', collection_name: 'unheard-of' }],
  ['qdrant-find', { query: '', collections: ['*'] }],
  ['qdrant-find', { query: 'nightly backup', mode: 'short', collections: ['*'] }],
  ['qdrant-retrieve', { point_id: 'ops:nobody:chunk:0', collection_name: 'ops' }],
  ['qdrant-delete', { collection_name: 'ops' }],
  ['qdrant-delete', { collection_name: 'ops', query_filter: { must: [{ key: 'metadata.team', match: { value: 'infra' } }] } }],
  ['qdrant-find', { query: 'nightly backup', collections: ['ops', 'hardware'] }],
];

it('answers a scripted conversation word for word as in fixtures/conversation.json', async () => {
  const client = await connectQdrant();
  const answers = [];
  for (const [tool, args] of CALLS) {
    const { result } = await callTool(client, tool, args);
    answers.push({ tool, args, answer: result });
  }
  await expect(`${JSON.stringify(answers, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/conversation.json');
});
