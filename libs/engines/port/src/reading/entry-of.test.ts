import { describe, expect, it } from 'vitest';
import { entryOf, type EntryPlace } from './entry-of.js';

const mail = (place: Partial<EntryPlace>): EntryPlace => ({
  chunk_index: 0,
  lang: 'markdown',
  path: 'archive.mbox',
  metadata: { format: 'mbox' },
  ...place,
});

describe('entryOf', () => {
  it('is the mail of a mailbox, however many passages it has, and told by its moment where several are about the same', () => {
    const [first, more, next] = [0, 1, 2].map((chunk_index) => entryOf(mail({ chunk_index, section: chunk_index < 2 ? 'Offer' : 'Bill' })));
    expect(first).toBeDefined();
    expect(more).toBe(first);
    expect(next).not.toBe(first);
    const [one, other] = ['2026-01-02T08:00:00.000Z', '2026-01-03T08:00:00.000Z'].map((created_at) =>
      entryOf(mail({ section: 'Offer', created_at })),
    );
    expect(one).not.toBe(other);
  });

  it('is the passage of a table in text, whatever language it was found to be written in', () => {
    for (const place of [{ lang: 'csv' }, { lang: 'jsonl' }, { lang: 'de', path: 'prices/List.CSV' }, { path: 'events.ndjson' }])
      expect([0, 1].map((chunk_index) => entryOf({ chunk_index, ...place }))).toEqual(['0', '1']);
  });

  it('is none in documents that are one text, in chapters and in sheets', () => {
    expect(entryOf({ chunk_index: 3, lang: 'markdown', path: 'guide.md' })).toBeUndefined();
    expect(entryOf({ chunk_index: 3, lang: 'markdown', path: 'novel.epub', section: 'One', metadata: { format: 'epub' } })).toBeUndefined();
    expect(entryOf({ chunk_index: 3, lang: 'markdown', path: 'sums.xlsx', section: 'May', metadata: { format: 'xlsx' } })).toBeUndefined();
    expect(entryOf(mail({}))).toBeUndefined();
  });
});
