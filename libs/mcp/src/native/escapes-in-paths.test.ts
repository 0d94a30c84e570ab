import { permanent } from '@tributary/kernel';
import { MemoryOperations, replaced } from '@tributary/testing';
import { expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';

/** @returns the addresses that were asked for until this one was found */
async function askedFor(written: string, stored: string): Promise<readonly string[]> {
  const asked: string[] = [];
  const memory = new MemoryOperations();
  const operations = replaced(memory, {
    fetch: ({ uri }) => {
      asked.push(uri);
      if (uri !== stored) throw permanent('DOCUMENT.NOT_FOUND', 'There is none.', { category: 'not_found' });
      const answer = { uri, collection: 'a', title: 'a', version: 1, chunks: 1, content: 'Found.', truncated: false, metadata: {} };
      return Promise.resolve(answer);
    },
  });
  const client = await connectInProcess(operations);
  const { isError } = await client.callTool({ name: 'fetch', arguments: { uri: written } });
  expect(isError).not.toBe(true);
  return asked;
}

it('fetch takes a path with escapes as it is written, and where there is none without them', async () => {
  expect(await askedFor('notes/a%41.md', 'notes/a%41.md')).toEqual(['notes/a%41.md']);
  expect(await askedFor('my%20notes/a.md', 'my notes/a.md')).toEqual(['my%20notes/a.md', 'my notes/a.md']);
  expect(await askedFor('tributary://notes/my%20a.md', 'tributary://notes/my a.md')).toEqual(['tributary://notes/my a.md']);
});
