import { expect, it } from 'vitest';
import { isoOfPdfDate } from './pdf-date.js';

it.each([
  ["D:20260131120000+01'00'", '2026-01-31T12:00:00+01:00'],
  ["D:20260131120000Z00'00'", '2026-01-31T12:00:00Z'],
  ['D:202601311200', '2026-01-31T12:00:00Z'],
  ['D:20260131', '2026-01-31'],
  ['D:1980', '1980'],
])('%s is %s', (written, iso) => {
  expect(isoOfPdfDate(written)).toBe(iso);
});

it.each([undefined, '', '5.11.2020', 'D:20', 'D:19100010512', 'D:191000105120000'])('%s is no date of a PDF', (written) => {
  expect(isoOfPdfDate(written)).toBeUndefined();
});
