import type { DocumentRecord } from '@tributary/engines-port';
import { expect, it } from 'vitest';
import { markDeleted, markFailed, markIndexed, markTombstoneApplied } from './document-transitions.js';

function row(over: Partial<DocumentRecord> = {}): DocumentRecord {
  const base = { v: 1 as const, collection: 'notes', key: 'a', doc_id: 'd', hash: 'h', source: '', epoch: 0, chunks: 0, title: '' };
  return { ...base, version: 5, state: 'accepted', accepted_at: 1, ...over };
}

const INDEXED = { version: 5, hash: 'h', chunks: 2, title: 'T', now: 9 };
const KEEP = { keep: true };

it('notes a version as indexed, and leaves rows that have moved on alone', () => {
  expect(markIndexed(INDEXED)(row())).toMatchObject({ set: { state: 'indexed', chunks: 2, indexed_at: 9 } });
  for (const moved of [row({ version: 6 }), row({ state: 'deleted' }), row({ hash: 'greater' }), undefined])
    expect(markIndexed(INDEXED)(moved)).toEqual(KEEP);
});

it('drops the text from the row once it is indexed', () => {
  const pending = { v: 1 as const, collection: 'notes', id: 'a', content: 'text' };
  expect(markIndexed(INDEXED)(row({ pending }))).not.toHaveProperty('set.pending');
});

it('keeps no title of a deleted document', () => {
  expect(markDeleted({ now: 7 })(row({ state: 'indexed', title: 'Salaries' }))).toMatchObject({ set: { state: 'deleted', title: '' } });
});

it('notes a failure only of the version that failed', () => {
  const error = { code: 'X', message: 'why', at: 8 };
  expect(markFailed(5, error)(row())).toMatchObject({ set: { state: 'failed', error } });
  for (const moved of [row({ version: 6 }), row({ state: 'indexed' }), row({ state: 'deleted' })])
    expect(markFailed(5, error)(moved)).toEqual(KEEP);
});

it('deletes by a version newer than any known, once', () => {
  expect(markDeleted({ now: 3 })(row())).toMatchObject({ set: { state: 'deleted', version: 6 } });
  expect(markDeleted({ now: 100, atLeast: 200 })(row())).toMatchObject({ set: { version: 201 } });
  expect(markDeleted({ now: 100 })(row({ state: 'deleted' }))).toEqual(KEEP);
  expect(markDeleted({ now: 100, onlyVersion: 4 })(row())).toEqual(KEEP);
});

it('notes that the engine has a tombstone, of that version only', () => {
  const deleted = row({ state: 'deleted' });
  expect(markTombstoneApplied(5, 9)(deleted)).toMatchObject({ set: { indexed_at: 9 } });
  expect(markTombstoneApplied(4, 9)(deleted)).toEqual(KEEP);
  expect(markTombstoneApplied(5, 9)(row())).toEqual(KEEP);
});
