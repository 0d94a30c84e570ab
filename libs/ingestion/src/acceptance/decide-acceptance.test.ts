import type { DocumentRecord } from '@tributary/engines-port';
import { describe, expect, it } from 'vitest';
import { documentHash } from '../documents/document-hash.js';
import type { Candidate } from './candidate.js';
import { decideAcceptance } from './decide-acceptance.js';

const NOW = 1_000_000;
const AT = { now: NOW, leastVersion: NOW };

function candidate(over: Partial<Candidate>): Candidate {
  return { collection: 'notes', epoch: 0, key: 'a', hash: 'h1', source: '', ...over };
}

function row(over: Partial<DocumentRecord>): DocumentRecord {
  const base = { v: 1 as const, collection: 'notes', key: 'a', doc_id: 'd', hash: 'h1', source: '', epoch: 0, chunks: 1, title: '' };
  return { ...base, version: 5, state: 'indexed', accepted_at: 0, ...over };
}

describe('with a version of the producer', () => {
  it('accepts a newer one and supersedes an older one', () => {
    expect(decideAcceptance(row({}), candidate({ version: 6, hash: 'h0' }), AT)).toMatchObject({ status: 'accepted', version: 6 });
    expect(decideAcceptance(row({}), candidate({ version: 4, hash: 'h9' }), AT)).toEqual({ status: 'superseded', version: 5 });
  });

  it('lets the greater hash win at an equal version, whatever came first', () => {
    expect(decideAcceptance(row({ hash: 'h1' }), candidate({ version: 5, hash: 'h2' }), AT)).toMatchObject({
      status: 'accepted',
      version: 5,
    });
    expect(decideAcceptance(row({ hash: 'h2' }), candidate({ version: 5, hash: 'h1' }), AT)).toEqual({ status: 'superseded', version: 5 });
    expect(decideAcceptance(row({}), candidate({ version: 5 }), AT)).toEqual({ status: 'unchanged', version: 5 });
  });

  it('accepts what the engine lost with the version that was lost, also where an earlier version noted it by the next one', () => {
    const error = { code: 'DOCUMENT.POINTS_LOST', message: 'Lost.' };
    const lost = row({ state: 'failed', hash: '', error });
    for (const known of [
      { ...lost, lost: 5 },
      { ...lost, version: 6, lost: 5 },
      { ...lost, version: 6 },
    ]) {
      expect(decideAcceptance(known, candidate({ version: 5 }), AT)).toMatchObject({ status: 'accepted', version: known.version });
      expect(decideAcceptance(known, candidate({ version: 9 }), AT)).toMatchObject({ status: 'accepted', version: 9 });
      expect(decideAcceptance(known, candidate({ version: 4 }), AT)).toMatchObject({ status: 'superseded' });
    }
  });

  it('takes every later version of its producer where what was lost stands under a version of our own, and no earlier one', () => {
    const back = row({ version: 6, lost: 5, hash: 'h5' });
    const next = candidate({ version: 6, hash: 'h0' });
    expect(decideAcceptance(back, next, AT)).toMatchObject({ status: 'accepted', version: 7, row: { lost: 6 } });
    const seventh = decideAcceptance(row({ version: 7, lost: 6 }), candidate({ version: 9, hash: 'h0' }), AT);
    expect(seventh).toMatchObject({ status: 'accepted', version: 9 });
    expect(seventh).not.toHaveProperty('row.lost');
    expect(decideAcceptance(back, candidate({ version: 4, hash: 'h9' }), AT)).toMatchObject({ status: 'superseded' });
    const deleted = row({ version: 6, lost: 5, state: 'deleted', hash: '' });
    expect(decideAcceptance(deleted, next, AT)).toEqual({ status: 'superseded', version: 6 });
  });

  it('calls what was taken back unchanged when it is handed in once more, and takes it again where that failed', () => {
    const back = row({ version: 6, lost: 5, hash: 'h5' });
    const same = candidate({ version: 5, hash: 'h5' });
    expect(decideAcceptance(back, same, AT)).toEqual({ status: 'unchanged', version: 6 });
    const failed = { ...back, state: 'failed' as const, error: { code: 'EMBEDDER.UNAVAILABLE', message: 'Away.' } };
    expect(decideAcceptance(failed, same, AT)).toMatchObject({ status: 'accepted', version: 6, row: { lost: 5 } });
  });

  it('lets a delete win over writes of its version and before', () => {
    const deleted = row({ state: 'deleted', hash: '' });
    expect(decideAcceptance(deleted, candidate({ version: 5 }), AT)).toEqual({ status: 'superseded', version: 5 });
    expect(decideAcceptance(deleted, candidate({ version: 6 }), AT)).toMatchObject({ status: 'accepted', version: 6 });
  });
});

describe('without a version', () => {
  it('writes the same text again where the engine belongs to another program', () => {
    expect(decideAcceptance(row({}), candidate({}), AT)).toEqual({ status: 'unchanged', version: 5 });
    expect(decideAcceptance(row({}), candidate({ isRewritten: true }), AT)).toMatchObject({ status: 'accepted', version: NOW });
  });

  it('assigns the moment, and always more than the last version', () => {
    expect(decideAcceptance(undefined, candidate({}), AT)).toMatchObject({ status: 'accepted', version: NOW });
    const ahead = row({ version: NOW + 50, hash: 'other' });
    expect(decideAcceptance(ahead, candidate({}), AT)).toMatchObject({ status: 'accepted', version: NOW + 51 });
  });

  it('calls the same text unchanged, accepts it again after a failure or a delete', () => {
    expect(decideAcceptance(row({}), candidate({}), AT)).toEqual({ status: 'unchanged', version: 5 });
    expect(decideAcceptance(row({ state: 'failed' }), candidate({}), AT)).toMatchObject({ status: 'accepted', version: 5 });
    expect(decideAcceptance(row({ state: 'deleted' }), candidate({}), AT)).toMatchObject({ status: 'accepted', version: NOW });
  });

  it('replaces nothing but itself where it is only for what is new, also while that is not indexed', () => {
    const onlyNew = candidate({ isOnlyNew: true });
    for (const state of ['accepted', 'indexed', 'failed'] as const)
      expect(decideAcceptance(row({ state, hash: 'other' }), onlyNew, AT)).toEqual({ status: 'taken' });
    expect(decideAcceptance(row({}), onlyNew, AT)).toEqual({ status: 'unchanged', version: 5 });
    expect(decideAcceptance(undefined, onlyNew, AT)).toMatchObject({ status: 'accepted' });
    expect(decideAcceptance(row({ state: 'deleted', hash: '' }), onlyNew, AT)).toMatchObject({ status: 'accepted' });
    expect(decideAcceptance(row({ hash: 'other', epoch: -1 }), onlyNew, AT)).toMatchObject({ status: 'accepted' });
  });

  it('refuses to go beyond the greatest version', () => {
    const last = row({ version: Number.MAX_SAFE_INTEGER, hash: 'other' });
    expect(() => decideAcceptance(last, candidate({}), AT)).toThrow(expect.objectContaining({ code: 'DOCUMENT.VERSION_EXHAUSTED' }));
  });
});

it('forgets what a removed collection held, and is superseded by a newer life of the collection', () => {
  expect(decideAcceptance(row({ version: 9 }), candidate({ version: 2, epoch: 1 }), AT)).toMatchObject({ status: 'accepted', version: 2 });
  expect(decideAcceptance(row({ epoch: 2 }), candidate({ version: 9, epoch: 1 }), AT)).toMatchObject({ status: 'superseded' });
});

describe('of a caller who may replace only what he sees', () => {
  const ada = { subject: 'ada', user_id: 'ada', groups: ['staff'], scopes: [], collections: ['*'], unrestricted: false };
  const pending = { v: 1 as const, collection: 'notes', id: 'a', content: 'text' };
  const statusOver = (present: Partial<DocumentRecord>) =>
    decideAcceptance(row(present), candidate({ hash: 'h2', pending, writer: ada }), AT).status;

  it('accepts what replaces his own, his group’s and nobody’s', () => {
    for (const access of [{}, { user_id: 'ada' }, { acl: ['group:staff'] }]) expect(statusOver({ access })).toBe('accepted');
    expect(statusOver({ source: 'notes-of-ada', access: { user_id: 'ada' } })).toBe('accepted');
  });

  it('says of others’ documents only that the id is taken, until they are deleted', () => {
    for (const access of [{ user_id: 'bob' }, { acl: ['user:bob'] }, { acl: [] }]) {
      expect(statusOver({ access })).toBe('taken');
      expect(statusOver({ access, state: 'deleted' })).toBe('accepted');
    }
    expect(statusOver({})).toBe('taken');
    expect(statusOver({ source: 'notes-of-bob', access: { user_id: 'bob' } })).toBe('taken');
    expect(statusOver({ state: 'accepted', pending: { ...pending, user_id: 'bob' } })).toBe('taken');
  });

  const over = (present: Partial<DocumentRecord>, given: object = {}, more: Partial<Candidate> = {}) =>
    decideAcceptance(row(present), candidate({ hash: 'h2', pending: { ...pending, ...given }, writer: ada, ...more }), AT);

  it('leaves what a source brings to the source, also where it is deleted while its file is there', () => {
    const file = { path: 'a.md', size: 1, mtime_ms: 1 };
    for (const access of [undefined, {}, { acl: ['*'] }])
      expect(over({ source: 'a-folder', access })).toEqual({ status: 'taken', because: 'of-a-source' });
    expect(over({ source: 'a-folder', state: 'deleted', file })).toEqual({ status: 'taken', because: 'hidden' });
    expect(over({ source: 'a-folder', state: 'deleted' })).toMatchObject({ status: 'accepted' });
    const bySource = { source: 'a-folder', writer: { ...ada, user_id: undefined }, pending: undefined, file };
    expect(decideAcceptance(row({ source: 'a-folder' }), candidate({ hash: 'h2', ...bySource }), AT).status).toBe('accepted');
  });

  it('keeps the readers of what is not his, and lets him name no others', () => {
    const shared = { acl: ['group:staff', 'user:bob'] };
    for (const access of [{}, shared, { ...shared, by: 'bob' }]) {
      const decided = over({ access }, { user_id: 'ada' });
      expect(decided).toMatchObject({ status: 'accepted', row: { access } });
      const kept = decided.status === 'accepted' ? decided.row.pending : undefined;
      expect([kept?.user_id, kept?.acl]).toEqual([undefined, 'acl' in access ? access.acl : undefined]);
      expect(over({ access }, { acl: ['user:ada'] })).toEqual({ status: 'taken', because: 'other-readers' });
    }
    expect(over({ access: shared }, { acl: ['user:bob', 'group:staff'] })).toMatchObject({ status: 'accepted', row: { access: shared } });
  });

  it('calls the same text unchanged where its readers stay', () => {
    const first = decideAcceptance(undefined, candidate({ pending: { ...pending, acl: ['*'] }, writer: { ...ada, user_id: 'bob' } }), AT);
    const hash = documentHash(pending.content, { acl: ['*'] });
    const present = first.status === 'accepted' ? { ...first.row, hash } : undefined;
    expect(decideAcceptance(present, candidate({ pending: { ...pending, user_id: 'ada' }, writer: ada }), AT).status).toBe('unchanged');
  });

  it('lets him name other readers of what he shared himself', () => {
    const given = candidate({ pending: { ...pending, acl: ['group:staff'] }, writer: ada });
    const shared = decideAcceptance(undefined, given, AT);
    expect(shared).toMatchObject({ row: { access: { acl: ['group:staff'], by: 'user:ada' } } });
    const present = shared.status === 'accepted' ? shared.row : undefined;
    const again = { ...given, hash: 'h2', pending: { ...pending, acl: ['user:eve'] } };
    expect(decideAcceptance(present, again, AT)).toMatchObject({
      status: 'accepted',
      row: { access: { acl: ['user:eve'], by: 'user:ada' } },
    });
    const alone = { ...given, hash: 'h2', pending: { ...pending, user_id: 'ada' } };
    const his = decideAcceptance(present, alone, AT);
    expect(his.status === 'accepted' ? his.row.access : undefined).toEqual({ user_id: 'ada' });
  });

  it('lets a token without a user name other readers of what it shared, or left to everybody', () => {
    const [script, other] = ['script', 'other'].map((name) => ({
      ...ada,
      subject: `token:${name}`,
      user_id: undefined,
      groups: ['staff'],
    }));
    for (const acl of [undefined, ['*'], ['group:staff']]) {
      const first = decideAcceptance(undefined, candidate({ pending: { ...pending, acl }, writer: script }), AT);
      const present = first.status === 'accepted' ? first.row : undefined;
      expect(present?.access).toEqual({ ...(acl === undefined ? {} : { acl }), by: 'token:script' });
      const again = candidate({ hash: 'h2', pending: { ...pending, acl: ['group:ops', 'group:staff'] }, writer: script });
      expect(decideAcceptance(present, again, AT)).toMatchObject({
        status: 'accepted',
        row: { access: { acl: ['group:ops', 'group:staff'], by: 'token:script' } },
      });
      expect(decideAcceptance(present, { ...again, writer: other }, AT)).toEqual({ status: 'taken', because: 'other-readers' });
    }
  });

  it('lets him replace what he shared with others alone, and nobody else who does not see it', () => {
    const shared = { acl: ['user:bob'], by: 'user:ada' };
    for (const acl of [['user:bob'], []])
      expect(over({ access: { acl, by: 'user:ada' } }, { acl: ['user:ada'] })).toMatchObject({
        status: 'accepted',
        row: { access: { acl: ['user:ada'], by: 'user:ada' } },
      });
    const script = { ...ada, subject: 'token:script', user_id: undefined };
    expect(over({ access: { ...shared, by: 'token:script' } }, { acl: ['*'] }, { writer: script }).status).toBe('accepted');
    for (const access of [{ ...shared, by: 'user:eve' }, { acl: shared.acl }, { user_id: 'bob', by: 'user:ada' }])
      expect(over({ access }, { acl: ['user:ada'] })).toEqual({ status: 'taken', because: 'hidden' });
    expect(over({ access: shared }, {}, { standing: { user_id: 'bob' } })).toEqual({ status: 'taken', because: 'hidden' });
  });

  it('takes no list of readers and one that names everybody for the same', () => {
    expect(over({ access: {} }, { acl: ['*'] })).toMatchObject({ status: 'accepted', row: { access: {} } });
    expect(over({ access: { acl: ['*', 'user:bob'] } }, { acl: ['*'] })).toMatchObject({
      status: 'accepted',
      row: { access: { acl: ['*', 'user:bob'] } },
    });
  });

  it('remembers who shared it when the owner replaces it and its readers stay', () => {
    const shared = row({ access: { acl: ['group:staff', 'user:bob'], by: 'user:ada' } });
    const by = (acl: string[] | undefined) => {
      const decided = decideAcceptance(shared, candidate({ hash: 'h2', pending: { ...pending, acl } }), AT);
      return decided.status === 'accepted' ? decided.row.access?.by : decided;
    };
    expect(by(['user:bob', 'group:staff'])).toBe('user:ada');
    for (const acl of [undefined, ['group:staff'], ['*']]) expect(by(acl)).toBeUndefined();
  });

  it('keeps whose a point of another program is that no row tells of', () => {
    const standing = { acl: ['group:staff'] };
    const decide = (given: object, held: Candidate['standing']) =>
      decideAcceptance(undefined, candidate({ pending: { ...pending, ...given }, writer: ada, standing: held }), AT);
    expect(decide({ user_id: 'ada' }, standing)).toMatchObject({ status: 'accepted', row: { access: standing } });
    expect(decide({}, { user_id: 'bob' })).toEqual({ status: 'taken', because: 'hidden' });
    expect(over({ access: {} }, {}, { standing: { user_id: 'bob' } })).toEqual({ status: 'taken', because: 'hidden' });
  });

  it('notes on the row of a source of one user that it is his', () => {
    const ofBob = candidate({ source: 'notes-of-bob', owner: 'bob', file: { path: '7', size: 0, mtime_ms: 0 } });
    expect(decideAcceptance(undefined, ofBob, AT)).toMatchObject({ row: { access: { user_id: 'bob' } } });
  });

  it('notes on the row whose it is', () => {
    const accepted = decideAcceptance(undefined, candidate({ pending: { ...pending, user_id: 'ada', acl: ['*'] }, writer: ada }), AT);
    expect(accepted).toMatchObject({ row: { access: { user_id: 'ada', acl: ['*'] } } });
  });
});

it('owes the engine of another program no delete by what was refused, and still the one that was owed before', () => {
  const blank = candidate({ version: 9, hash: '', isBlank: true, isAdopted: true });
  const refused = (present?: DocumentRecord) => {
    const decision = decideAcceptance(present, blank, AT);
    return 'row' in decision ? [decision.status, decision.row.version, decision.row.indexed_at] : [decision.status];
  };
  expect(refused()).toEqual(['blank', 8, NOW]);
  expect(refused(row({ state: 'deleted', indexed_at: 7 }))).toEqual(['blank', 8, 7]);
  expect(refused(row({ state: 'deleted' }))).toEqual(['blank', 8, undefined]);
});
