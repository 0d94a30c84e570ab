import { localOwner } from '@tributary/contracts';
import { Catalog, type CollectionSources, type FoundListing } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { describe, expect, it } from 'vitest';
import { findRecord } from './find-record.js';

const AWAY = { engine: 'team', status: 'failed', code: 'ENGINE.UNAVAILABLE', reason: 'Nothing listens there.' } as const;

function beside(listing: Partial<FoundListing>): CollectionSources {
  const found = { beside: () => Promise.resolve({ records: [], unreadable: [], ...listing }) };
  return { catalog: new Catalog(new MemoryEngine().records), found };
}

describe('a collection that is asked for by name', () => {
  it('is missing where every engine says what it holds', async () => {
    await expect(findRecord(beside({}), 'notes', localOwner)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  });

  it('is not called missing while an engine cannot say what it holds: told is why, and that it may be asked again', async () => {
    const sources = beside({ unreadable: [{ ...AWAY, name: 'team/*' }] });
    await expect(findRecord(sources, 'notes', localOwner)).rejects.toMatchObject({
      code: 'ENGINE.UNAVAILABLE',
      retryable: true,
      message: 'The collection notes cannot be looked for in team: Nothing listens there.',
    });
  });

  it('is told of itself where only it cannot be read', async () => {
    const sources = beside({
      unreadable: [
        { ...AWAY, name: 'other' },
        { ...AWAY, name: 'notes' },
      ],
    });
    await expect(findRecord(sources, 'notes', localOwner)).rejects.toMatchObject({
      message: 'The collection notes cannot be read: Nothing listens there.',
    });
  });

  it('is missing, whatever cannot be listed, for a caller who may not read what has this name', async () => {
    const sources = beside({ unreadable: [{ ...AWAY, name: 'team/*' }] });
    const stranger = { ...localOwner, collections: ['journal'] };
    await expect(findRecord(sources, 'notes', stranger)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  });
});
