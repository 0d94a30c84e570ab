import type { PointView } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { datedSections } from './dated-sections.js';
import { placesIn } from './places-in.js';

const [FIRST, SECOND, OF_FILE] = ['2026-01-03T11:00:00.000Z', '2026-01-04T11:00:00.000Z', '2026-05-05T00:00:00.000Z'];

function point(line: number, fields: Partial<PointView>): PointView {
  const uri = `tributary://c/n#${line.toString()}`;
  return { id: uri, uri, document: 'n', title: 'N', content: '', chunk_index: line, total_chunks: line, line, metadata: {}, ...fields };
}

const written = (moment: string) => ({ created_at: moment, modified_at: moment });

/** Of a document with these passages. */
function dated(points: readonly [PointView, ...PointView[]]) {
  return datedSections(points[0], placesIn(points).get('tributary://c/n'));
}

it('tells mails of one subject in a mailbox apart by their dates, and says these and that of the mailbox', () => {
  const points = [
    point(1, { section: 'Tides', ...written(FIRST) }),
    point(9, { section: 'Tides', ...written(FIRST) }),
    point(20, { section: 'Tides', ...written(SECOND) }),
    point(30, { section: 'Undated', modified_at: OF_FILE }),
  ] as const;
  expect(dated(points)).toEqual({
    modified_at: OF_FILE,
    sections: [
      { line: 1, section: 'Tides', moment: FIRST },
      { line: 20, section: 'Tides', moment: SECOND },
      { line: 30, section: 'Undated' },
    ],
  });
});

it('says no date of a mailbox where each of its mails has one', () => {
  const points = [point(1, { section: 'Tides', ...written(FIRST) }), point(20, { section: 'Ebb', ...written(SECOND) })] as const;
  expect(dated(points)).toEqual({
    sections: [
      { line: 1, section: 'Tides', moment: FIRST },
      { line: 20, section: 'Ebb', moment: SECOND },
    ],
  });
});

it('says no date of pages, chapters and sheets that is that of their document', () => {
  for (const dates of [{ created_at: FIRST }, { created_at: FIRST, modified_at: SECOND }, written(FIRST), {}]) {
    const points = [point(1, { page: 1, ...dates }), point(5, { page: 2, ...dates }), point(9, { section: 'Sums', ...dates })] as const;
    expect(dated(points)).toEqual({
      ...dates,
      sections: [
        { line: 1, page: 1 },
        { line: 5, page: 2 },
        { line: 9, section: 'Sums' },
      ],
    });
  }
});

it('takes the dates of a document from what stands before its first section', () => {
  const points = [point(1, written(OF_FILE)), point(5, { section: 'A', ...written(FIRST) }), point(9, { section: 'B' })] as const;
  expect(dated([points[0], points[1]])).toEqual({ ...written(OF_FILE), sections: [{ line: 5, section: 'A', moment: FIRST }] });
  expect(dated([points[0]])).toEqual(written(OF_FILE));
});

it('says where the last section ends before the text does', () => {
  const points = [
    point(1, { section: 'A', ...written(FIRST), total_chunks: 9 }),
    point(5, { section: 'B', modified_at: OF_FILE, total_chunks: 9 }),
  ];
  const [first, second] = points;
  expect(first && second && dated([first, second]).sections).toEqual([
    { line: 1, section: 'A', moment: FIRST },
    { line: 5, section: 'B' },
    { line: 6 },
  ]);
});
