import type { DocumentRecord } from '@tributary/engines-port';
import { describe, expect, it } from 'vitest';
import { decideAcceptance, type Candidate } from './decide-acceptance.js';

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
    expect(statusOver({ source: 'a-folder' })).toBe('accepted');
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

  it('notes on the row of a source of one user that it is his', () => {
    const ofBob = candidate({ source: 'notes-of-bob', owner: 'bob', file: { path: '7', size: 0, mtime_ms: 0 } });
    expect(decideAcceptance(undefined, ofBob, AT)).toMatchObject({ row: { access: { user_id: 'bob' } } });
  });

  it('notes on the row whose it is', () => {
    const accepted = decideAcceptance(undefined, candidate({ pending: { ...pending, user_id: 'ada', acl: ['*'] }, writer: ada }), AT);
    expect(accepted).toMatchObject({ row: { access: { user_id: 'ada', acl: ['*'] } } });
  });
});
