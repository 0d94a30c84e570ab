import { localOwner, type CardFields, type Principal } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { foreignPayload } from './foreign-payload.js';
import { withoutReaders } from './without-readers.js';

type Fields = Readonly<Record<string, unknown>>;
const ANNA: Principal = { ...localOwner, unrestricted: false, user_id: 'anna' };
const READERS = ['user:anna', 'group:secret'];
const WITHIN: CardFields = { text: 'text', metadata: 'metadata', user_id: 'metadata.owner', acl: 'metadata.readers' };
const BESIDE: CardFields = { text: 'text', metadata: 'metadata', user_id: 'owner', acl: 'readers' };
const ALL: CardFields = { text: 'text', metadata: '', user_id: 'owner', acl: 'access.readers' };

const shown = (payload: Fields, fields: CardFields, principal = ANNA) =>
  withoutReaders(foreignPayload({ id: '42', payload: { text: 'a', ...payload }, vectors: new Map() }, 'c', fields), { fields, principal })
    .metadata;

describe('of a point of another program a caller is told by no field who else may read it', () => {
  it.each<[string, CardFields, Fields, Fields | undefined]>([
    ['within the metadata', WITHIN, { metadata: { readers: READERS, page: 3 } }, { page: 3 }],
    ['alone in them', WITHIN, { metadata: { readers: READERS } }, undefined],
    ['as a text', WITHIN, { metadata: { readers: 'user:anna, group:secret', page: 3 } }, { page: 3 }],
    ['under a name with a dot', WITHIN, { 'metadata.readers': READERS, metadata: { page: 3 } }, { page: 3 }],
    ['in metadata that are JSON', WITHIN, { metadata: JSON.stringify({ readers: READERS, page: 3 }) }, { page: 3 }],
    ['beside the metadata', BESIDE, { readers: [...READERS, 7], metadata: { page: 3 } }, { page: 3 }],
    ['beside a field of the name', BESIDE, { readers: [...READERS, 7], metadata: { readers: 'all', payload: 5 } }, { payload: 5 }],
    ['where all is metadata', ALL, { access: { readers: READERS, by: 'x' }, page: 3 }, { access: { by: 'x' }, page: 3 }],
    ['as several owners', WITHIN, { metadata: { owner: ['anna', 'ben'], page: 3 } }, { page: 3 }],
    ['as several owners beside', BESIDE, { owner: ['anna', 'ben'], metadata: { page: 3 } }, { page: 3 }],
    ['as an owner that was rounded', WITHIN, { metadata: { owner: ['anna', 2 ** 60], page: 3 } }, { page: 3 }],
    ['in the copy of LlamaIndex', ALL, { _node_content: '{"metadata":{"owner":"ben"}}', owner: ['anna', 'ben'], page: 3 }, { page: 3 }],
  ])('%s', (_, fields, payload, left) => {
    expect(shown(payload, fields)).toEqual(left);
  });

  it('but that it is his', () => {
    expect(shown({ metadata: { owner: 'anna', readers: READERS } }, WITHIN)).toEqual({ owner: 'anna' });
    expect(shown({ owner: ['anna'], _node_content: '{}' }, ALL)).toEqual({ owner: ['anna'], _node_content: '{}' });
  });

  it('and what has no readers is shown as it is', () => {
    const metadata = { readers: null, readers_of: 3, page: 3 };
    expect(shown({ metadata }, WITHIN)).toEqual(metadata);
    expect(shown({ metadata: { owner: 'ben', readers: READERS } }, { text: 'text', metadata: 'metadata' })).toHaveProperty('readers');
  });

  it('the owner of the server is told all', () => {
    const metadata = { owner: ['anna', 'ben'], readers: READERS };
    expect(shown({ metadata }, WITHIN, localOwner)).toEqual(metadata);
  });
});
