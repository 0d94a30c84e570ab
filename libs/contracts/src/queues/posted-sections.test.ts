import { KIB } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { limitedSections, postedSections } from './posted-sections.js';
import { IngestDocument, MOST_SECTIONS } from './queues.js';

const mails = (count: number, subject = 'Tides') =>
  Array.from({ length: count }, (_, at) => ({ line: 1 + 9 * at, section: subject, moment: '2026-01-03T11:00:00.000Z' }));

it('leaves what there is room for as it is', () => {
  expect([limitedSections([]), postedSections([])]).toEqual([[], []]);
  expect(limitedSections(mails(MOST_SECTIONS))).toEqual(mails(MOST_SECTIONS));
  expect(postedSections(mails(900))).toEqual(mails(900));
});

it('gives mails beyond the last place neither its subject nor its date', () => {
  const limited = limitedSections(mails(MOST_SECTIONS + 5));
  expect(limited.slice(-2)).toEqual([mails(MOST_SECTIONS - 1).at(-1), { line: 1 + 9 * (MOST_SECTIONS - 1) }]);
  const { sections } = IngestDocument.parse({ collection: 'c', id: 'a', content: '', sections: limited });
  expect(sections).toHaveLength(MOST_SECTIONS);
});

it('keeps of long places those at the beginning', () => {
  const long = mails(2000, 'ö'.repeat(100));
  const posted = postedSections(long);
  expect(Buffer.byteLength(JSON.stringify(posted))).toBeLessThan(128 * KIB);
  expect(posted.length).toBeGreaterThan(400);
  expect(posted).toEqual([...long.slice(0, posted.length - 1), { line: 1 + 9 * (posted.length - 1) }]);
});
