import { localOwner } from '@tributary/contracts';
import { encodeDocumentKey } from '@tributary/kernel';
import { SharingOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { ingestOne } from './ingest-one.js';

const location = 'https://manual.example/guide';

async function ingest(shared: number): Promise<number> {
  const operations = new SharingOperations(shared);
  await operations.ingestDocuments([{ v: 1, collection: 'pages', id: encodeDocumentKey(location), content: 'The guide.' }]);
  return ingestOne(operations, { location, collection: 'pages' }, { principal: localOwner, signal: new AbortController().signal });
}

it('takes a page that another source keeps for indexed, and refuses one that nobody has', async () => {
  expect(await ingest(1)).toBe(1);
  await expect(ingest(0)).rejects.toMatchObject({ code: 'DOCUMENT.NOT_INDEXED' });
});
