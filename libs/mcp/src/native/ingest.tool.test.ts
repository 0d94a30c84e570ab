import { localOwner } from '@tributary/contracts';
import { MemoryOperations, temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ingestTool } from './ingest.tool.js';

it('names the collections that something went to, and none of an empty folder', async () => {
  await using folder = await temporaryFolder();
  const operations = new MemoryOperations();
  const context = { principal: localOwner, signal: new AbortController().signal };
  const call = { operations, context, maxTokens: 5_000, progress: () => Promise.resolve() };
  const ingest = () => ingestTool.call({ location: folder.path, wait_ms: 10_000 }, call);
  expect(await ingest()).toMatchObject({ structuredContent: { finished: true, source: { collections: [] } } });
  await writeFile(join(folder.path, 'a.md'), 'text');
  const collections = [`${basename(folder.path)}-docs`];
  expect(await ingest()).toMatchObject({ structuredContent: { finished: true, source: { collections } } });
});
