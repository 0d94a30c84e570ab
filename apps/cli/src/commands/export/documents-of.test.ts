import { localOwner } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { documentsOf } from './documents-of.js';

it('ends within a page when it is told to', async () => {
  const operations = new MemoryOperations();
  for (const id of ['a', 'b', 'c']) await operations.ingestDocuments([{ v: 1, collection: 'notes', id, content: `Note ${id}.` }]);
  const told = new AbortController();
  const documents = documentsOf(operations, 'notes', { principal: localOwner, signal: told.signal });
  expect(await documents.next()).toMatchObject({ done: false, value: { id: 'a', content: 'Note a.' } });
  told.abort(new Error('told to end'));
  await expect(documents.next()).rejects.toThrow('told to end');
});
