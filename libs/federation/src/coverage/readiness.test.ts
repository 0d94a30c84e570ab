import { localOwner, type Principal } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { Deadline } from '@tributary/kernel';
import { replaced } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';
import { readReadiness } from './readiness.js';

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

  it('costs one count while nothing waits, however many collections are searched', async () => {
    await using bed = await Testbed.open();
    const names = ['one', 'two', 'three'];
    for (const name of names) await bed.collection(name, [{ key: 'a', title: 'a', text: 'A note about lamps.' }]);
    const counted: (string | undefined)[] = [];
    const documents = replaced(bed.catalog.documents, {
      count: (where) => (counted.push(where?.collection), bed.catalog.documents.count(where)),
    });
    const options = { deadlines: { lanes: Deadline.in(30_000) }, signal: new AbortController().signal, principal: localOwner };
    const readiness = () => readReadiness(replaced(bed.catalog, { documents }), names, options);
    expect([await readiness(), counted.splice(0)]).toEqual([new Map(), [undefined]]);
    const row = { collection: 'two', key: 'x', doc_id: 'x', version: 1, hash: '', state: 'accepted', accepted_at: 0 } as const;
    await bed.catalog.documents.change(documentRecordKey('two', 'x'), () => ({ set: row }));
    expect(await readiness()).toEqual(new Map([['two', { indexing: 'indexing 0 %' }]]));
    expect(counted).toEqual([undefined, ...names, 'two']);
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
    const clerk = { subject: 'clerk', groups: [], scopes: ['search:read'], collections: ['folder-docs'], unrestricted: false };
    const [inPart] = (await bed.run({ query: 'lamps' }, { principal: clerk })).coverage;
    expect(inPart).toMatchObject({ status: 'stale', reason: 'the source folder could not be compared with its index' });
  });

  it('says nothing of a source that is another user’s, nor how many documents others have', async () => {
    await using bed = await Testbed.open();
    await bed.collection('team', [{ key: 'a', title: 'a', text: 'A note about lamps.' }]);
    const source = {
      id: 'adas',
      kind: 'nextcloud-notes',
      name: 'nextcloud-ada',
      location: 'https://cloud.example/#ada',
      route: { code: 'team', docs: 'team' },
      user_id: 'ada',
      state: 'stale',
      created_at: '2026-01-01',
    } as const;
    await bed.catalog.sources.change('adas', () => ({ set: { ...source, reason: 'no app password of ada is stored' } }));
    const row = { collection: 'team', key: 'x', doc_id: 'x', version: 1, hash: '', state: 'accepted', accepted_at: 0 } as const;
    await bed.catalog.documents.change(documentRecordKey('team', 'x'), () => ({ set: row }));
    const seenBy = async (over: Partial<Principal>) => {
      const principal = { subject: 'x', groups: [], scopes: ['search:read'], collections: ['*'], unrestricted: false, ...over };
      return (await bed.run({ query: 'lamps' }, { principal })).coverage[0];
    };
    const bobs = await seenBy({ user_id: 'bob' });
    expect(bobs).toMatchObject({ status: 'searched', reason: 'indexing' });
    expect(bobs).not.toHaveProperty('code');
    expect(await seenBy({})).toMatchObject({ status: 'searched', reason: 'indexing 0 %' });
    const told = { status: 'stale', code: 'SOURCE.STALE', reason: 'no app password of ada is stored' };
    for (const over of [{ user_id: 'ada' }, { user_id: 'bob', scopes: ['search:read', 'admin'] }, { unrestricted: true }])
      expect(await seenBy(over)).toMatchObject(told);
    const everybodys = { ...source, id: 'folder', name: 'folder', kind: 'folder', user_id: undefined } as const;
    await bed.catalog.sources.change('folder', () => ({ set: { ...everybodys, reason: 'the folder is missing' } }));
    expect(await seenBy({ user_id: 'bob' })).toMatchObject({ status: 'stale', reason: 'the folder is missing' });
  });
});
