import type { SourceSummary } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { syncSentences } from './sync-sentences.js';

const source: SourceSummary = {
  id: 's',
  kind: 'folder',
  name: 'work',
  location: '/work',
  collections: ['work-code'],
  state: 'idle',
  documents: 1,
  pending: 0,
  failed: 0,
  skipped: {},
  created_at: '2026-01-01T00:00:00.000Z',
};
const sync = {
  added: 3,
  changed: 1,
  deleted: 0,
  unchanged: 1_200,
  skipped: {},
  examples: {},
  is_part: false,
  finished_at: '2026-01-02T00:00:00.000Z',
};

it('says nothing of a source that has never been synced', () => {
  expect(syncSentences(source)).toEqual([]);
});

it('says what was added, changed, left out with the first files of each reason, and what failed and why', () => {
  const failures = [{ document: 'a\nb.md', code: 'DOCUMENT.TOO_LARGE', message: 'It is too large.' }];
  const skipped = { binary: 9, too_large: 1 };
  const last_sync = { ...sync, skipped, examples: { binary: ['a.png', 'new\nline.png'], too_large: ['x.iso'] } };
  expect(syncSentences({ ...source, failed: 3, skipped, failures, last_sync })).toEqual([
    'last sync 2026-01-02T00:00:00.000Z: 3 added, 1 changed, 0 deleted, 1,200 unchanged',
    'skipped 9 binary (a.png, new line.png, …), 1 too large (x.iso)',
    'failed a b.md: DOCUMENT.TOO_LARGE: It is too large.',
    '… and 2 further failed documents.',
  ]);
});

it('says of pages that another source keeps that they are there', () => {
  expect(syncSentences({ ...source, documents: 0, last_sync: { ...sync, added: 0, changed: 0, unchanged: 1, shared: 1 } })).toEqual([
    'last sync 2026-01-02T00:00:00.000Z: 0 added, 0 changed, 0 deleted, 1 unchanged, 1 page that another source keeps',
  ]);
});

it('says of a sync of a part what that part left out', () => {
  const last_sync = { ...sync, skipped: { unreadable: 2 }, is_part: true };
  expect(syncSentences({ ...source, last_sync })).toEqual([
    'last sync 2026-01-02T00:00:00.000Z (what had changed only): 3 added, 1 changed, 0 deleted, 1,200 unchanged, 2 skipped: unreadable',
  ]);
});

it('says what was chosen for a source', () => {
  expect(syncSentences({ ...source, ignore: ['private/', 'a\nb'], watch: false, mask_secrets: false })).toEqual([
    'leaves out private/, a b; is not to be watched; leaves secrets as they stand',
  ]);
  expect(syncSentences({ ...source, watch: true })).toEqual(['is to be watched']);
  expect(syncSentences({ ...source, watch: true, watched: { method: 'native' } })).toEqual(['is watched']);
});
