import { localOwner, type IngestAnswer, type SourceInput } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { ProjectSession } from '../projects/project-session.js';
import { ingestWebTool } from './ingest-web.tool.js';

/** Operations in which another source of the collection keeps the page, or nobody does. */
class SharingOperations extends MemoryOperations {
  constructor(private readonly shared: number) {
    super();
  }

  override async addSource(input: SourceInput): Promise<IngestAnswer> {
    const { source, ...added } = await super.addSource(input);
    const last_sync = {
      added: 0,
      changed: 0,
      deleted: 0,
      unchanged: 1,
      skipped: {},
      examples: {},
      is_part: false,
      finished_at: '2026-01-01',
    };
    const told = { documents: 0, chunks: 0, pending: 0, last_sync: { ...last_sync, shared: this.shared } };
    return { ...added, finished: true, source: { ...source, ...told } };
  }
}

async function ingest(shared: number) {
  const context = { principal: localOwner, signal: new AbortController().signal };
  const call = { operations: new SharingOperations(shared), context, maxTokens: 5_000 };
  return ingestWebTool(new ProjectSession('s1')).call({ url: 'https://manual.example/guide', collection: 'pages' }, call);
}

it('takes a page that another source keeps for indexed, and refuses one that nobody has', async () => {
  expect(await ingest(1)).toMatchObject({ structuredContent: { status: 'success', chunks: 1 } });
  await expect(ingest(0)).rejects.toMatchObject({ code: 'DOCUMENT.NOT_INDEXED' });
});
