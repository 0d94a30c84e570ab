import { SearchRequest, localOwner, type SearchInput } from '@tributary/contracts';
import { Catalog, documentRecordKey, type DocumentRecordInput } from '@tributary/engines-port';
import { formatWriteToken } from '@tributary/kernel/ids';
import { eventually, replaced } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Search } from '../search/search.use-case.js';
import { PATIENCE, Testbed, reader } from '../testbed/testbed.fixture.js';

const LAMP = { key: 'lamp', title: 'Lamp', text: 'The lamp of the lighthouse is lit at dusk.' };
const query = { query: 'lighthouse lamp', collections: ['notes'] };

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open({ runs: true });
  await bed.collection('notes', [{ key: 'tide', title: 'Tide', text: 'The tide turns twice a day.' }]);
});
afterEach(() => bed[Symbol.asyncDispose]());

/** Notes in the catalog how far a document is. */
async function note(key: string, row: Pick<DocumentRecordInput, 'state' | 'sequence' | 'epoch'>): Promise<void> {
  const record = { collection: 'notes', key, doc_id: key, version: 1, hash: '', accepted_at: 5000, ...row };
  await bed.catalog.documents.change(documentRecordKey('notes', key), () => ({ set: record }));
}

/** A search whose third look at a document of the catalog comes after `finish`, as if a worker had been at it meanwhile. */
function searchMeeting(finish: () => Promise<void>): Search {
  const store = bed.main.engine.records;
  let looks = 0;
  // No row is said to stand, so that each look reads it.
  const records = replaced(store, {
    revisions: () => Promise.resolve([]),
    get: async (kind, keys) => {
      if (kind === 'document' && ++looks === 3) await finish();
      return store.get(kind, keys);
    },
  });
  const { common, queues, engines, clock, openAdopted, found } = bed;
  return new Search({ common, queues, engines, clock, openAdopted, found, catalog: new Catalog(records) });
}

const ask = (search: Search, input: SearchInput) => search.run(SearchRequest.parse({ ...PATIENCE, ...input }), { principal: localOwner });
const upTo = (sequence: number) => formatWriteToken({ collections: { notes: sequence } });

describe('a search after a write', () => {
  it('waits until what was written is searchable', async () => {
    await note('lamp', { state: 'accepted', sequence: 100 });
    const search = searchMeeting(async () => {
      await bed.write('notes', LAMP);
      await note('lamp', { state: 'indexed', sequence: 100 });
    });
    const answer = await ask(search, { ...query, after: upTo(100), wait_ms: 30_000 });
    expect(answer.hits[0]).toMatchObject({ title: 'Lamp' });
    expect(answer.coverage).toMatchObject([{ collection: 'notes', status: 'searched' }]);
    expect(answer.notes).toEqual([]);
  });

  it('says that it is behind when the wait is over, and answers with what is there', async () => {
    await note('lamp', { state: 'accepted', sequence: 100 });
    const reason = 'what was written before is not all searchable yet, after a wait of 20 ms';
    // On a busy machine the catalog may take longer for a look than it is waited for behind the wait.
    await eventually(async () => {
      const answer = await bed.run({ query: 'when does the tide turn', after: [upTo(100)], wait_ms: 20 });
      expect(answer.hits[0]).toMatchObject({ title: 'Tide' });
      expect(answer.coverage).toMatchObject([{ collection: 'notes', status: 'stale', code: 'SEARCH.BEHIND', reason }]);
      expect(answer.notes).toEqual([`notes is behind: ${reason}. Search again in a moment, or with a longer wait_ms.`]);
    });
    const all = bed.run({ ...query, after: upTo(100), wait_ms: 0, require: 'all' });
    await expect(all).rejects.toMatchObject({ code: 'SEARCH.INCOMPLETE' });
  });

  it('does not wait for what was written later, failed, or was in an earlier life of the collection', async () => {
    await note('later', { state: 'accepted', sequence: 101 });
    await note('failed', { state: 'failed', sequence: 50 });
    await bed.catalog.collections.change('notes', (record) => (record ? { set: { ...record, epoch: 1 } } : { keep: true }));
    await note('past', { state: 'accepted', sequence: 50, epoch: 0 });
    await note('later', { state: 'accepted', sequence: 101, epoch: 1 });
    const answer = await bed.run({ ...query, after: upTo(100), wait_ms: 30_000 });
    expect(answer.notes.join()).not.toContain('behind');
  });

  it('counts a row without a sequence, as older versions wrote it, by its moment of acceptance', async () => {
    await note('lamp', { state: 'accepted' });
    expect((await bed.run({ ...query, after: upTo(5000), wait_ms: 0 })).coverage[0]?.code).toBe('SEARCH.BEHIND');
    expect((await bed.run({ ...query, after: upTo(4999), wait_ms: 30_000 })).coverage[0]?.code).toBeUndefined();
  });

  it('waits for no collection that is not searched, or that its caller may not read', async () => {
    await note('lamp', { state: 'accepted', sequence: 100 });
    await bed.collection('others', []);
    const elsewhere = await bed.run({ query: 'lamp', collections: ['others'], after: upTo(100), wait_ms: 30_000 });
    const hidden = await bed.run({ query: 'lamp', after: upTo(100), wait_ms: 30_000 }, { principal: reader({ collections: ['others'] }) });
    expect(JSON.stringify([elsewhere, hidden])).not.toContain('behind');
  });

  it('refuses a token that was changed on its way', async () => {
    const token = upTo(100);
    const changed = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await expect(bed.run({ ...query, after: changed })).rejects.toMatchObject({ code: 'TOKEN.INVALID', category: 'invalid' });
    await expect(bed.run({ ...query, after: [token, 'notes'] })).rejects.toMatchObject({ code: 'TOKEN.INVALID' });
  });

  it('has its whole time for the search when the wait is over', async () => {
    await note('lamp', { state: 'accepted', sequence: 100 });
    bed.main.break('notes__g1', { kind: 'hangs', isDeaf: true }, ['nominate']);
    await eventually(async () => {
      const answer = await bed.run({ ...query, after: upTo(100), wait_ms: 400, deadline_ms: 1_000 });
      // 60 % of the deadline, and nothing taken off for the wait.
      expect(answer.coverage[0]?.ms).toBeGreaterThan(450);
      expect(answer.took_ms).toBeGreaterThan(900);
    });
    bed.main.mend();
  });
});

describe('a search after a source was added', () => {
  const token = formatWriteToken({ sources: { folder: 2 } });
  const source = { id: 'folder', kind: 'folder', name: 'folder', location: '/f', created_at: '2026-01-01' } as const;
  const noteSource = (synced: number, state: 'syncing' | 'idle' | 'failed' = 'idle') =>
    bed.catalog.sources.change('folder', () => ({
      set: {
        ...source,
        route: { code: 'notes', docs: 'notes' },
        state,
        synced,
        requested: 2,
        ...(state === 'failed' ? { reason: 'the disk is gone' } : {}),
      },
    }));

  it('waits for the sync that was asked for, and for what it found', async () => {
    await noteSource(1, 'syncing');
    await eventually(async () => {
      const early = await bed.run({ ...query, after: token, wait_ms: 10 });
      expect(early.coverage[0]).toMatchObject({ status: 'stale', code: 'SEARCH.BEHIND' });
      expect(early.notes[0]).toContain('the source folder has not been gone through yet, after a wait of 10 ms');
    });
    await noteSource(2);
    await bed.catalog.documents.change('notes/x', () => ({
      set: { collection: 'notes', key: 'x', doc_id: 'x', version: 1, hash: '', state: 'accepted', accepted_at: 1, source: 'folder' },
    }));
    await eventually(async () => {
      expect((await bed.run({ ...query, after: token, wait_ms: 10 })).notes[0]).toContain('what was found in the source folder');
    });
    await note('x', { state: 'indexed' });
    expect((await bed.run({ ...query, after: token, wait_ms: 30_000 })).notes.join()).not.toContain('behind');
  });

  it('waits for a source whose collections are not made yet', async () => {
    await bed.catalog.sources.change('new', () => ({
      set: { ...source, id: 'new', name: 'new', route: { code: 'new-code', docs: 'new-docs' }, state: 'syncing', requested: 1 },
    }));
    const after = formatWriteToken({ sources: { new: 1 } });
    await eventually(async () => {
      const { notes } = await bed.run({ query: 'lamp', after, wait_ms: 10 });
      expect(notes.slice(0, 2).map((note) => note.split(':')[0])).toEqual(['new-code is behind', 'new-docs is behind']);
    });
    expect((await bed.run({ ...query, after, wait_ms: 30_000 })).notes.join()).not.toContain('behind');
  });

  it('says why a source cannot be gone through, and forgets one that was removed', async () => {
    await noteSource(1, 'failed');
    await eventually(async () => {
      expect((await bed.run({ ...query, after: token, wait_ms: 0 })).notes[0]).toContain('not been gone through yet (the disk is gone)');
    });
    await bed.catalog.sources.delete(['folder']);
    expect((await bed.run({ ...query, after: token, wait_ms: 30_000 })).notes.join()).not.toContain('behind');
  });
});
