import { localOwner } from '@tributary/contracts';
import { SharingOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { ProjectSession } from '../projects/project-session.js';
import { ingestWebTool } from './ingest-web.tool.js';

async function ingest(shared: number) {
  const context = { principal: localOwner, signal: new AbortController().signal };
  const call = { operations: new SharingOperations(shared), context, maxTokens: 5_000 };
  return ingestWebTool(new ProjectSession('s1')).call({ url: 'https://manual.example/guide', collection: 'pages' }, call);
}

it('takes a page that another source keeps for indexed, and refuses one that nobody has', async () => {
  expect(await ingest(1)).toMatchObject({ structuredContent: { status: 'success', chunks: 1 } });
  await expect(ingest(0)).rejects.toMatchObject({ code: 'DOCUMENT.NOT_INDEXED' });
});
