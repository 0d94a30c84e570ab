import { localOwner, type Principal } from '@tributary/contracts';
import { Catalog, type UnreadableCollection } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { describe, expect, it } from 'vitest';
import { findRecord } from './find-record.js';

const OF_OTHERS: Principal = { ...localOwner, unrestricted: false, collections: ['notes'] };
const hanging: UnreadableCollection = { name: 'team/*', engine: 'team', status: 'timed_out', code: 'SEARCH.LATE', reason: 'it hangs.' };
const textless: UnreadableCollection = {
  name: 'blobs',
  engine: 'team',
  status: 'incompatible',
  code: 'COLLECTION.NO_TEXT',
  reason: 'no text',
};

const lookUp = (name: string, unreadable: readonly UnreadableCollection[], principal = localOwner) =>
  findRecord(
    {
      catalog: new Catalog(new MemoryEngine({ name: 'main' }).records),
      found: { beside: () => Promise.resolve({ records: [], unreadable }) },
    },
    name,
    principal,
  );

describe('a collection that is asked for', () => {
  it('is not said to be missing where it is there and cannot be read', async () => {
    await expect(lookUp('blobs', [hanging, textless])).rejects.toMatchObject({
      code: 'COLLECTION.NO_TEXT',
      message: 'The collection blobs cannot be read: no text. What it lacks can be told by: tributary adopt team',
    });
  });

  it('is not said to be missing where it may lie in an engine that cannot be listed', async () => {
    await expect(lookUp('wiki', [textless, hanging])).rejects.toMatchObject({
      code: 'SEARCH.LATE',
      retryable: true,
      message:
        'The collection wiki cannot be looked for in team: it hangs. Ask again when team answers; tributary status shows how the engines are.',
    });
  });

  it('is missing where every engine was listed, and to whom may not read it', async () => {
    await expect(lookUp('wiki', [textless])).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await expect(lookUp('blobs', [hanging, textless], OF_OTHERS)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  });
});
