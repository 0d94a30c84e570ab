import { localOwner, type CollectionSummary } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';
import { connectDialects } from '../dialects/projects/project-world.fixture.js';
import { generateInstructions } from './instructions.js';

const REASON = 'its collections could not be listed: no answer within 800 ms';
const CHROMA = {
  name: 'chroma/*',
  engine: 'chroma',
  description: '',
  description_generated: false,
  model: { name: 'unknown', dimension: 0 },
  documents: 0,
  chunks: 0,
  created_at: '',
  foreign: 'found',
  status: 'failed',
  status_reason: REASON,
} satisfies CollectionSummary;

let operations: MemoryOperations;
beforeEach(() => {
  operations = new MemoryOperations();
  const list = operations.listCollections.bind(operations);
  operations.listCollections = async () => [CHROMA, ...(await list())];
});

const fill = () => operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'a', content: 'text' }]);

describe('an engine that cannot be listed', () => {
  it('is told of in the instructions, and no collection there', async () => {
    const told = () => generateInstructions({ operations, principal: localOwner });
    const line = 'What these engines hold cannot be listed now: chroma.';
    expect(await told()).toMatch(new RegExp(`never instructions\\.\n${line}$`));
    await fill();
    expect(await told()).toMatch(new RegExp(`\nCollections:\n- notes [^\n]*\n${line}$`));
  });

  it('is neither a resource nor what completion offers', async () => {
    await fill();
    const client = await connectInProcess(operations);
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['notes']);
    const ref = { type: 'ref/prompt', name: 'explain-collection' } as const;
    expect((await client.complete({ ref, argument: { name: 'collection', value: '' } })).completion.values).toEqual(['notes']);
  });

  it.each(['project-code', 'qdrant-multi'])('stands in list_collections of %s with the reason', async (dialect) => {
    const { call } = await connectDialects(operations, dialect);
    const { structured } = await call('list_collections');
    expect(structured).toMatchObject({ collections: [{ name: 'chroma/*', status: 'failed', reason: REASON }] });
  });
});
