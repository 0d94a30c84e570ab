import type { CardFields } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { foreignPayload, foreignText } from './foreign-payload.js';
import { valueAtPlace } from './foreign-values.js';

const point = (payload: Readonly<Record<string, unknown>>, document?: string) => ({
  id: '42',
  payload,
  vectors: new Map<string, Float32Array>(),
  ...(document === undefined ? {} : { document }),
});
const FIELDS: CardFields = { text: 'text', metadata: '' };

describe('a place of a foreign payload', () => {
  it('leads into objects, into JSON kept as text, and to names with dots', () => {
    const payload = { a: { b: 1 }, node: '{"text":"inside"}', 'file.name': 'x', broken: '{"text"' };
    expect(valueAtPlace(payload, 'a.b')).toBe(1);
    expect(valueAtPlace(payload, 'node.text')).toBe('inside');
    expect(valueAtPlace(payload, 'file.name')).toBe('x');
    expect(valueAtPlace(payload, 'broken.text')).toBeUndefined();
    expect(valueAtPlace(payload, 'a.b.c')).toBeUndefined();
  });
});

describe('a foreign point in the layout of ours', () => {
  it('is a document of its own where its maker numbered no passages', () => {
    expect(foreignPayload(point({ text: 'hello', lang: 'en' }), 'docs', FIELDS)).toMatchObject({
      original_id: 'docs:42:chunk:0',
      doc_id: '42',
      chunk_index: 0,
      content: 'hello',
      title: '',
      metadata: { lang: 'en' },
    });
  });

  it('is a passage of its document where he did', () => {
    const fields = { text: 'body', title: 'm.t', document: 'm.file', chunk_index: 'm.n', path: 'm.file', metadata: 'm' };
    const mapped = foreignPayload(point({ body: 'two', m: { t: 'A', file: 'a:b.md', n: '3' } }), 'docs', fields);
    expect(mapped).toMatchObject({ original_id: 'docs:a%3Ab.md:chunk:3', doc_id: 'a:b.md', chunk_index: 3, title: 'A', path: 'a:b.md' });
  });

  it('reads dates as numbers and texts, lists in any writing, and lines', () => {
    const fields = { ...FIELDS, created_at: 'c', modified_at: 'm', tags: 't', acl: 'r', start_line: 's', end_line: 'e' };
    const payload = { text: 'one\nlast', c: 1_700_000_000, m: 1_700_000_000_000, t: '["a", "b"]', r: ['*', 7], s: 5, e: 6 };
    expect(foreignPayload(point(payload), 'docs', fields)).toMatchObject({
      created_at: '2023-11-14T22:13:20.000Z',
      modified_at: '2023-11-14T22:13:20.000Z',
      tags: ['a', 'b'],
      acl: ['*'],
      range: { start: [5, 1], end: [6, 4] },
    });
  });

  it('has an empty text, and no error, where its maker left it out', () => {
    expect(foreignPayload(point({ n: null }), 'docs', FIELDS).content).toBe('');
    expect(foreignText(point({}, 'of the record'), { text: '$document' })).toBe('of the record');
  });
});

describe('the maker’s own fields', () => {
  it('stay where one of them is a number beyond 2^53, which becomes its digits', () => {
    const payload = { text: 'a', author: 'Bo', snow: 1234567890123456780n, deep: { ids: [9007199254740993n, 1] } };
    expect(foreignPayload(point(payload), 'c', FIELDS).metadata).toEqual({
      author: 'Bo',
      snow: '1234567890123456780',
      deep: { ids: ['9007199254740993', 1] },
    });
  });

  it('are those beside the place of the metadata, too, but for what the card has a place for', () => {
    const fields = { text: 'text', metadata: 'metadata', user_id: 'owner' };
    const payload = { text: 'a', metadata: { lang: 'en' }, tenant_id: 'kb1', owner: 'ann' };
    expect(foreignPayload(point(payload), 'c', fields).metadata).toEqual({ lang: 'en', tenant_id: 'kb1' });
    expect(foreignPayload(point({ text: 'a', tenant_id: 'kb1' }), 'c', fields).metadata).toEqual({ tenant_id: 'kb1' });
    expect(foreignPayload(point({ text: 'a', lang: 'outer', metadata: { lang: 'inner' } }), 'c', fields).metadata).toEqual({
      lang: 'inner',
      payload: { lang: 'outer' },
    });
  });

  it('name a document by all digits of its number', () => {
    const fields = { ...FIELDS, document: 'post' };
    expect(foreignPayload(point({ text: 'a', post: 1234567890123456780n }), 'c', fields).doc_id).toBe('1234567890123456780');
  });
});
