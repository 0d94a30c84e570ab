import type { CardFields } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { foreignPayload } from './foreign-payload.js';

const own = (payload: Readonly<Record<string, unknown>>, fields: CardFields) =>
  foreignPayload({ id: '42', payload, vectors: new Map() }, 'c', fields).metadata;

const NESTED: CardFields = {
  text: 'text',
  metadata: 'metadata',
  title: 'title',
  source: 'source',
  path: 'path',
  document: 'doc',
  chunk_index: 'chunk_index',
  start_line: 'from',
  end_line: 'to',
  user_id: 'owner',
  acl: 'readers',
  tags: 'tags',
  created_at: 'created_at',
};

describe('the maker’s own fields are all but the text', () => {
  it.each<[string, CardFields, Readonly<Record<'of' | 'are', Readonly<Record<string, unknown>>>>]>([
    ['beside it in its object', { text: 'document.text', metadata: '' }, { of: { document: { text: 'a', title: 'T', url: 'u' }, team: 'x' }, are: { document: { title: 'T', url: 'u' }, team: 'x' } }], // oxfmt-ignore
    ['alone in its object', { text: 'document.text', metadata: '' }, { of: { document: { text: 'a' }, team: 'x' }, are: { team: 'x' } }],
    ['in JSON of its maker', { text: 'node.text', metadata: '' }, { of: { node: '{"text":"a","from":3}', team: 'x' }, are: { node: '{"from":3}', team: 'x' } }], // oxfmt-ignore
    ['among the metadata', { text: 'meta.text', metadata: 'meta' }, { of: { meta: { text: 'a', page: 3 }, team: 'x' }, are: { page: 3, team: 'x' } }], // oxfmt-ignore
    ['under a name with a dot', { text: 'page.text', metadata: '' }, { of: { 'page.text': 'a', page: { n: 3 } }, are: { page: { n: 3 } } }],
    [
      'that is no text',
      { text: 'text', metadata: '' },
      { of: { text: { part: 'a' }, team: 'x' }, are: { text: { part: 'a' }, team: 'x' } },
    ],
  ])('%s', (_, fields, { of, are }) => {
    expect(own(of, fields)).toEqual(are);
  });

  it('with what stands beside the metadata in their object', () => {
    expect(own({ text: 'a', doc: { meta: { page: 3 }, url: 'u' } }, { text: 'text', metadata: 'doc.meta' })).toEqual({
      page: 3,
      doc: { url: 'u' },
    });
  });
});

describe('of the fields beside the metadata', () => {
  it('those that the layout holds are left out', () => {
    const held = { title: 'T', source: 7, from: 1, to: 2, owner: 'ann', readers: ['user:bo'], tags: 'a, b', created_at: 1_700_000_000 };
    expect(own({ text: 'a\nb', ...held, metadata: { page: 3 } }, NESTED)).toEqual({ page: 3 });
    expect(own({ text: 'a', owner: ['ann'], title: null, tags: '', metadata: { page: 3 } }, NESTED)).toEqual({ page: 3 });
  });

  it.each<[string, unknown]>([
    ['title', { en: 'T' }],
    ['source', ['a', 'b']],
    ['path', { of: 'a' }],
    ['doc', 'd1'],
    ['chunk_index', 'a-3'],
    ['chunk_index', 3],
    ['from', 0],
    ['owner', { id: 'ann' }],
    ['owner', ['ann', 'bo']],
    ['owner', ['ann', 2 ** 60]],
    ['readers', ['user:bo', 7]],
    ['tags', [1, 2]],
    ['tags', '["a", 1]'],
    ['created_at', { day: 3 }],
  ])('%s stays where the layout does not hold it as it is: %j', (name, value) => {
    expect(own({ text: 'a', [name]: value, metadata: { page: 3 } }, NESTED)).toEqual({ page: 3, [name]: value });
  });

  it('those of a name that the metadata have, too, stay under `payload`', () => {
    const payload = { text: 'a', lang: 'outer', same: [1], metadata: { lang: 'inner', same: [1] } };
    expect(own(payload, NESTED)).toEqual({ lang: 'inner', same: [1], payload: { lang: 'outer' } });
    expect(own({ ...payload, payload: 5 }, NESTED)).toMatchObject({ lang: 'inner', payload: 5, payload_: { lang: 'outer' } });
    expect(own({ text: 'a', tags: [1], metadata: { tags: [2] } }, NESTED)).toEqual({ tags: [2], payload: { tags: [1] } });
  });
});
