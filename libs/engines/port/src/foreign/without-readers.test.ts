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
  it.each<[string, CardFields, { readonly of: Fields; readonly are?: Fields }]>([
    ['within the metadata', WITHIN, { of: { metadata: { readers: READERS, page: 3 } }, are: { page: 3 } }], // prettier-ignore
    ['alone in them', WITHIN, { of: { metadata: { readers: READERS } } }], // prettier-ignore
    ['as a text', WITHIN, { of: { metadata: { readers: 'user:anna, group:secret', page: 3 } }, are: { page: 3 } }], // prettier-ignore
    ['under a name with a dot', WITHIN, { of: { 'metadata.readers': READERS, metadata: { page: 3 } }, are: { page: 3 } }], // prettier-ignore
    ['in metadata that are JSON', WITHIN, { of: { metadata: JSON.stringify({ readers: READERS, page: 3 }) }, are: { page: 3 } }], // prettier-ignore
    ['beside the metadata', BESIDE, { of: { readers: [...READERS, 7], metadata: { page: 3 } }, are: { page: 3 } }], // prettier-ignore
    ['beside a field of the name', BESIDE, { of: { readers: [...READERS, 7], metadata: { readers: 'all', payload: 5 } }, are: { payload: 5 } }], // prettier-ignore
    ['where all is metadata', ALL, { of: { access: { readers: READERS, by: 'x' }, page: 3 }, are: { access: { by: 'x' }, page: 3 } }], // prettier-ignore
    ['as several owners', WITHIN, { of: { metadata: { owner: ['anna', 'ben'], page: 3 } }, are: { page: 3 } }], // prettier-ignore
    ['as several owners beside', BESIDE, { of: { owner: ['anna', 'ben'], metadata: { page: 3 } }, are: { page: 3 } }], // prettier-ignore
    ['as an owner that was rounded', WITHIN, { of: { metadata: { owner: ['anna', 2 ** 60], page: 3 } }, are: { page: 3 } }], // prettier-ignore
    ['in the copy of LlamaIndex', ALL, { of: { _node_content: '{"metadata":{"owner":"ben"}}', owner: ['anna', 'ben'], page: 3 }, are: { page: 3 } }], // prettier-ignore
  ])('%s', (_, fields, { of, are }) => {
    expect(shown(of, fields)).toEqual(are);
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
