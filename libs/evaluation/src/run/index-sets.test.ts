import { localOwner, type DocumentInput } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { indexParts, indexSets } from './index-sets.js';

const document = (id: string) => ({ id, title: id, text: `The text of ${id}.` });
const WHOLE = { name: 'whole', documents: ['1', '2', '3', '4', '5'].map(document) };
const PARTS = [
  { name: 'odd', documents: ['1', '3', '5'].map(document) },
  { name: 'even', documents: ['2', '4'].map(document) },
];

/** Remembers in which order documents came. */
class ListeningOperations extends MemoryOperations {
  readonly taken: string[] = [];

  override ingestDocuments(documents: readonly DocumentInput[]) {
    this.taken.push(...documents.map(({ collection, id }) => `${collection}/${id}`));
    return super.ingestDocuments(documents);
  }
}

function startServer() {
  const operations = new ListeningOperations();
  return { operations, call: { principal: localOwner, signal: AbortSignal.timeout(10_000) } };
}

it('hands parts in in the order of the whole, so that of two copies the same one is accepted first', async () => {
  const server = startServer();
  await indexParts(PARTS, WHOLE, server);
  expect(server.operations.taken).toEqual(['odd/1', 'even/2', 'odd/3', 'even/4', 'odd/5']);
});

it('hands sets in one after the other', async () => {
  const server = startServer();
  await indexSets(PARTS, server);
  expect(server.operations.taken).toEqual(['odd/1', 'odd/3', 'odd/5', 'even/2', 'even/4']);
});
