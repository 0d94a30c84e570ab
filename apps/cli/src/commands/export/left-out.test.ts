import type { CollectionSummary, SourceSummary } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { beforeEach, expect, it } from 'vitest';
import { incompleteExport, missingOf } from './left-out.js';

const SOURCE: SourceSummary = {
  id: 'folder',
  kind: 'folder',
  name: 'folder',
  location: '/home/me/notes',
  collections: ['notes'],
  state: 'idle',
  documents: 5,
  pending: 0,
  failed: 0,
  skipped: {},
  created_at: '2026-11-29T00:00:00Z',
};

let notes: CollectionSummary;
beforeEach(async () => {
  const operations = new MemoryOperations();
  await operations.store({ collection: 'notes', text: 'A note.' });
  notes = await operations.getCollection('notes');
});

it('says nothing of a collection of which all is searchable', () => {
  expect(missingOf(notes, [SOURCE, { ...SOURCE, failed: 3, collections: ['others'] }])).toEqual([]);
});

it('says that some documents are not searchable yet, and how many failed', () => {
  const indexing = { ...notes, status: 'indexing' as const, status_reason: 'indexing 55 %, 4 documents to go' };
  expect(missingOf(indexing, [{ ...SOURCE, failed: 2 }])).toEqual([
    'Not in it is what is not searchable yet (notes: indexing 55 %, 4 documents to go). Export again when "tributary status" shows it ready.',
    'Not in it are 2 documents of /home/me/notes that failed: "tributary sources" says why.',
  ]);
});

it('counts the failed documents of the collection, those that were handed in among them', () => {
  const why = '"tributary jobs --state dead" or "tributary doctor" says why';
  expect(missingOf({ ...notes, failed: 1 }, [SOURCE])).toEqual([
    `Not in it is the latest version of 1 document of notes, which failed: ${why}.`,
  ]);
  expect(missingOf({ ...notes, failed: 3 }, [{ ...SOURCE, failed: 2 }])).toEqual([
    `Not in it is the latest version of 3 documents of notes, which failed: ${why}, and "tributary sources" of those of sources.`,
  ]);
});

it('names some of the documents that could not be read whole', () => {
  const damaged = Array.from({ length: 12 }, (_, n) => `tributary://notes/${n.toString()}`);
  const { code, message = '' } = incompleteExport({ damaged, unread: 0, lacking: 0 }) ?? {};
  expect([code, message.split('\n').length]).toEqual(['EXPORT.INCOMPLETE', 12]);
  expect(message).toContain('12 documents');
  expect(message.endsWith('… and 2 more')).toBe(true);
});

it('says how many passages of another program are lacking, and nothing where all was written', () => {
  expect(incompleteExport({ damaged: [], unread: 0, lacking: 0 })).toBeUndefined();
  const { message = '' } = incompleteExport({ damaged: ['tributary://notes/a'], unread: 0, lacking: 36 }) ?? {};
  expect(message).toMatch(/^Left out 1 document of which .*\n {2}tributary:\/\/notes\/a\nLeft out 36 passages /);
});
