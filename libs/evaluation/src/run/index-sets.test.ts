import type { DocumentInput } from '@tributary/contracts';
import { localOwner } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { indexParts, indexSets, type EvaluatedServer } from './index-sets.js';

const document = (id: string) => ({ id, title: id, text: `The text of ${id}.` });
const WHOLE = { name: 'whole', documents: ['1', '2', '3', '4', '5'].map(document) };
const PARTS = [
  { name: 'odd', documents: ['1', '3', '5'].map(document) },
  { name: 'even', documents: ['2', '4'].map(document) },
];

/** Takes everything and says that it is searchable. */
function takingServer() {
  const taken: DocumentInput[] = [];
  const operations = {
    ingestDocuments: (documents: readonly DocumentInput[]) => {
      taken.push(...documents);
      return Promise.resolve(documents.map(({ id }) => ({ id, status: 'accepted' })));
    },
    listCollections: () =>
      Promise.resolve([...new Set(taken.map(({ collection }) => collection))].map((name) => ({ name, status: 'ready' }))),
  };
  // safe: only these two operations are asked, and only these fields of what they answer
  const server = { operations, call: { principal: localOwner, signal: AbortSignal.timeout(10_000) } } as unknown as EvaluatedServer;
  return { taken, server };
}

it('hands parts in in the order of the whole, so that of two copies the same one is accepted first', async () => {
  const { taken, server } = takingServer();
  await indexParts(PARTS, WHOLE, server);
  expect(taken.map(({ collection, id }) => `${collection}/${id}`)).toEqual(['odd/1', 'even/2', 'odd/3', 'even/4', 'odd/5']);
});

it('hands sets in one after the other', async () => {
  const { taken, server } = takingServer();
  await indexSets(PARTS, server);
  expect(taken.map(({ id }) => id)).toEqual(['1', '3', '5', '2', '4']);
});
