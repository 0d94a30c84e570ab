import { expect, it } from 'vitest';
import { DocumentInput } from './documents.js';
import { ingestDocumentQueue } from '../queues/queues.js';

const document = { collection: 'notes', id: 'a', content: 'text' };
const faultOf = (value: unknown) => DocumentInput.safeParse(value).error?.issues.map(({ message }) => message);

it.each(['userId', 'User-ID', 'ACL', 'modifiedAt'])('a document with a field %s is refused with the one that is meant', (name) => {
  const meant = { userId: 'user_id', 'User-ID': 'user_id', ACL: 'acl', modifiedAt: 'modified_at' }[name];
  expect(faultOf({ ...document, [name]: 'x' })).toEqual([
    expect.stringContaining(`Unknown field "${name}" (do you mean ${meant ?? ''}?): put fields of your own into metadata`),
  ]);
});

it('fields of somebody’s own are refused by name, with the place where they belong', () => {
  expect(faultOf({ ...document, author: 'Ada', url: 'https://example.org' })).toEqual([
    expect.stringMatching(/^Unknown fields "author", "url": put fields of your own into metadata; those of a document are v, collection, /),
  ]);
});

it('everything that an export writes is taken', () => {
  const exported = {
    ...{ v: 1, ...document, version: 7, title: 'T', path: 'a.md', type: 'doc', lang: 'markdown', repo: 'r', module: 'm', tags: ['t'] },
    ...{ user_id: 'ada', acl: ['staff'], created_at: '2026-01-01T00:00:00Z', modified_at: '2026-01-02T00:00:00Z' },
    ...{ metadata: { author: 'Ada' }, sections: [{ line: 1, page: 2 }] },
  };
  expect(DocumentInput.parse(exported)).toEqual(exported);
});

it('a job on the queue is refused for a field that is meant to say who may read, and for no other', () => {
  expect(ingestDocumentQueue.refusal?.({ ...document, ACL: ['bob'] })).toContain('Unknown field "ACL" (do you mean acl?)');
  expect(ingestDocumentQueue.refusal?.({ ...document, user_id: 'bob', acl: [], author: 'Ada', modifiedAt: 'x' })).toBeUndefined();
});

it('a job on the queue may carry more than this version knows: producers and workers of two versions stand side by side', () => {
  expect(ingestDocumentQueue.data.parse({ ...document, of_later: 1 })).not.toHaveProperty('of_later');
});
