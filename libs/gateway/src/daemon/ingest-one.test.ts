import { localOwner, type IngestAnswer, type SourceInput } from '@tributary/contracts';
import { encodeDocumentKey } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { ingestOne } from './ingest-one.js';

const location = 'https://manual.example/guide';

/** Operations in which another source of the collection keeps so many pages of the one that is asked for. */
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
    return { ...added, finished: true, source: { ...source, location, documents: 0, last_sync: { ...last_sync, shared: this.shared } } };
  }
}

async function ingest(shared: number): Promise<number> {
  const operations = new SharingOperations(shared);
  await operations.ingestDocuments([{ v: 1, collection: 'pages', id: encodeDocumentKey(location), content: 'The guide.' }]);
  return ingestOne(operations, { location, collection: 'pages' }, { principal: localOwner, signal: new AbortController().signal });
}

it('takes a page that another source keeps for indexed, and refuses one that nobody has', async () => {
  expect(await ingest(1)).toBe(1);
  await expect(ingest(0)).rejects.toMatchObject({ code: 'DOCUMENT.NOT_INDEXED' });
});
