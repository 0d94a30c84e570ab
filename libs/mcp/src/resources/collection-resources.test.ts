import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';
import { fillWithTexts } from '../clients/texts.fixture.js';

it('lists collections as resources and reads their cards', async () => {
  const operations = new MemoryOperations();
  await fillWithTexts(operations);
  const client = await connectInProcess(operations);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri, description }) => [uri, description])).toEqual([
    ['tributary://code', '1 document: Texts of code'],
    ['tributary://notes', '2 documents: Texts of notes'],
    ['tributary://slow', '1 document: Texts of slow'],
  ]);
  const { contents } = await client.readResource({ uri: 'tributary://notes' });
  expect(contents[0]).toMatchObject({ mimeType: 'application/json' });
  expect(JSON.stringify(contents)).toContain('\\"documents\\": 2');
  await expect(client.readResource({ uri: 'tributary://nowhere' })).rejects.toThrow(/not found/i);
  await expect(client.readResource({ uri: 'file:///etc/hosts' })).rejects.toThrow(/not found/i);
});

it('lists thousands page by page, each once', async () => {
  const operations = new MemoryOperations();
  for (let n = 0; n < 450; n += 1) await operations.ingestDocuments([{ v: 1, collection: `c${n.toString()}`, id: 'a', content: 'text' }]);
  const client = await connectInProcess(operations);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listResources(cursor === undefined ? {} : { cursor });
    seen.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(450);
  expect(new Set(seen).size).toBe(450);
});
