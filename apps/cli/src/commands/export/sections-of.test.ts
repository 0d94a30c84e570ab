import type { PointView } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { sectionsIn } from './sections-of.js';

const [FIRST, SECOND] = ['2026-01-03T11:00:00.000Z', '2026-01-04T11:00:00.000Z'];

function point(line: number, fields: Partial<PointView>): PointView {
  const uri = `tributary://c/n#${line.toString()}`;
  return { id: uri, uri, document: 'n', title: 'N', content: '', chunk_index: line, total_chunks: 9, line, metadata: {}, ...fields };
}

it('tells mails of one subject in a mailbox apart by their dates, and says these', () => {
  const mail = { section: 'Tides', metadata: { format: 'mbox' } };
  const points = [
    point(1, { ...mail, created_at: FIRST }),
    point(9, { ...mail, created_at: FIRST }),
    point(20, { ...mail, created_at: SECOND }),
    point(30, { ...mail, section: 'Undated' }),
  ];
  expect(sectionsIn(points).get('tributary://c/n')).toEqual([
    { line: 1, section: 'Tides', moment: FIRST },
    { line: 20, section: 'Tides', moment: SECOND },
    { line: 30, section: 'Undated' },
  ]);
});

it('says no date of pages, chapters and sheets: they have that of their document', () => {
  const points = [
    point(1, { page: 1, created_at: FIRST }),
    point(5, { page: 2, created_at: FIRST }),
    point(9, { section: 'Sums', created_at: FIRST }),
  ];
  expect(sectionsIn(points).get('tributary://c/n')).toEqual([
    { line: 1, page: 1 },
    { line: 5, page: 2 },
    { line: 9, section: 'Sums' },
  ]);
});
