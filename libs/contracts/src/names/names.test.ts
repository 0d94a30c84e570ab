import { describe, expect, it } from 'vitest';
import { Filter } from '../filter/filter.js';
import { ingestDocumentQueue } from '../queues/queues.js';
import { IsoDate } from './names.js';

describe('IsoDate', () => {
  it.each([
    ['2026-01-31T10:00', '2026-01-31T10:00:00'],
    ['2026-01-31T10:00:07.5-02:00', '2026-01-31T10:00:07.5-02:00'],
    ['2026-01-31T10:00:07', '2026-01-31T10:00:07'],
    ['2026-01-31', '2026-01-31'],
  ])('reads %s', (written, read) => {
    expect(IsoDate.parse(written)).toBe(read);
  });

  it('says what is wanted', () => {
    const { error } = ingestDocumentQueue.data.safeParse({ v: 1, collection: 'notes', id: 'a', text: 'Text.', modified_at: 'yesterday' });
    const message = 'expected a date as ISO 8601 writes it, such as 2026-01-31 or 2026-01-31T09:30:00Z';
    expect(error?.issues).toMatchObject([{ path: ['modified_at'], message }]);
  });

  it('is so in filters and in documents, which engines get as they are', () => {
    const range = { gte: '2026-01-31T10:00', lt: '2026-02-01' };
    expect(Filter.parse({ must: { key: 'modified_at', range } })).toEqual({
      must: { key: 'modified_at', range: { gte: '2026-01-31T10:00:00', lt: '2026-02-01' } },
    });
    const job = { v: 1, collection: 'notes', id: 'a', text: 'Text.', created_at: '2026-01-31T10:00', modified_at: '2026-01-31T11:30' };
    expect(ingestDocumentQueue.data.parse(job)).toMatchObject({
      created_at: '2026-01-31T10:00:00',
      modified_at: '2026-01-31T11:30:00',
    });
  });
});
