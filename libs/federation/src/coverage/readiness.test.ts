import { describe, expect, it } from 'vitest';
import { documentRecordKey } from '@tributary/engines-port';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('coverage of a collection that is searched before it is complete', () => {
  it('says how much of it is indexed', async () => {
    await using bed = await Testbed.open();
    await bed.collection('notes', [{ key: 'a', title: 'a', text: 'A note about lamps.' }]);
    const states = ['indexed', 'indexed', 'accepted', 'failed', 'deleted'] as const;
    for (const [at, state] of states.entries()) {
      const key = at.toString();
      const row = { collection: 'notes', key, doc_id: key, version: 1, hash: '', state, accepted_at: 0 };
      await bed.catalog.documents.change(documentRecordKey('notes', key), () => ({ set: row }));
    }
    const answer = await bed.run({ query: 'lamps' });
    expect(answer.coverage[0]).toMatchObject({ status: 'searched', reason: 'indexing 66 %' });
    expect(answer.hits).toHaveLength(1);
  });

  it('is stale, with the reason, while a source of it could not be compared', async () => {
    await using bed = await Testbed.open();
    await bed.collection('folder-docs', [{ key: 'a', title: 'a', text: 'A note about lamps.' }]);
    const source = {
      id: 's',
      kind: 'folder',
      name: 'folder',
      location: '/folder',
      route: { code: 'folder-code', docs: 'folder-docs' },
    } as const;
    await bed.catalog.sources.change('s', () => ({
      set: { ...source, state: 'stale', reason: 'the folder is missing', created_at: '2026-01-01' },
    }));
    const answer = await bed.run({ query: 'lamps' });
    expect(answer.coverage[0]).toMatchObject({ status: 'stale', code: 'SOURCE.STALE', reason: 'the folder is missing' });
    expect(answer.hits).toHaveLength(1);
  });
});
