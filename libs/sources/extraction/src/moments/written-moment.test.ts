import { expect, it } from 'vitest';
import { writtenMoment } from './written-moment.js';

const HOUR_MS = 3_600_000;

it.each([
  ['1851', '1851-01-01T00:00:00.000Z'],
  ['1998-05', '1998-05-01T00:00:00.000Z'],
  ['2020-11-05', '2020-11-05T00:00:00.000Z'],
  [' 2020-11-05T10:00:00Z ', '2020-11-05T10:00:00.000Z'],
  ['2020-11-05 11:00+01:00', '2020-11-05T10:00:00.000Z'],
  ['2020-11-05T04:30:00.1239-0530', '2020-11-05T10:00:00.123Z'],
  ['Thu, 5 Nov 2020 11:00:00 +0100', '2020-11-05T10:00:00.000Z'],
  ['Thu, 5 Nov 2020 11:00:00 +0100 (CET)', '2020-11-05T10:00:00.000Z'],
  ['Do, 05 Nov 2020 11:00 +0100', '2020-11-05T10:00:00.000Z'],
  ['5 Nov 20 05:00:00 EST', '2020-11-05T10:00:00.000Z'],
  ['5 Nov 120 10:00:00 GMT', '2020-11-05T10:00:00.000Z'],
  ['31 Dec 98 23:59:60 +0000', '1999-01-01T00:00:00.000Z'],
])('%s is a moment', (written, moment) => {
  expect(writtenMoment(written)).toBe(moment);
});

it.each([
  ...['Thu Nov  5 10:00:00 2020', 'Thu Nov 05 2020 11:00:00 GMT+0100 (Central European Standard Time)', 'Thu Nov  5 10:00:00 GMT 2020'],
  ...['Thu, 5 Nov 2020 11:00:00 +01:00', 'Thu, 5 Nov 2020 11:00:00 GMT+0100', 'Thu, 5 Nov 2020 11:00:00.000 +0100'],
  ...[
    'Thu, 5 November 2020 11:00:00 +0100',
    'Thu, 05-Nov-2020 10:00:00 GMT',
    'Thu 5 Nov 2020 11:00:00 +0100',
    'Thu,5 Nov. 2020 11:00 +0100',
  ],
  ...['Thu, 5 Nov 2020 (day) 11:00:00 +0100 (Mitteleuropäische Zeit (Winter))', 'Thu, 5 Nov 2020 05:00:00 -0500 EST'],
  ...['November 5, 2020 10:00 AM', 'Nov 5, 2020, 10:00:00 AM UTC', '5 Nov 2020 10:00:00 UT'],
  ...['2020-11-05 11:00:00 +0100', '2020-11-05T11:00:00 +01:00', '2020-11-05 10:00:00 UTC', '2020-11-5 10:00', '2020-11-05T10:00:00GMT'],
])('%s is the same moment, as programs write it', (written) => {
  expect(writtenMoment(written)).toBe('2020-11-05T10:00:00.000Z');
});

it.each([
  ...['2020-1-5', '2020/01/05', 'January 5, 2020', 'Jan. 5, 2020', 'Jan 5 2020', '5 January 2020', 'Sun, 5 Jan 2020', '5-Jan-2020'],
])('%s is a day', (written) => {
  expect(writtenMoment(written)).toBe('2020-01-05T00:00:00.000Z');
});

it.each([
  ['5 Sept 2020 12:30 AM', '2020-09-05T00:30:00.000Z'],
  ['September 5, 2020 12:30 pm -0500', '2020-09-05T17:30:00.000Z'],
  ['5 May 2020 1:30 PM', '2020-05-05T13:30:00.000Z'],
  ['November 2020', '2020-11-01T00:00:00.000Z'],
  ['1998.', '1998-01-01T00:00:00.000Z'],
])('%s is a moment as well', (written, moment) => {
  expect(writtenMoment(written)).toBe(moment);
});

it.each(['2020-11-05T10:00:00', 'Thu, 5 Nov 2020 10:00:00', 'Thu, 5 Nov 2020 10:00:00 -0000', '5 Nov 2020 10:00:00 XYZ'])(
  '%s is of UTC, since it names no zone that is known, wherever it is read',
  (written) => {
    expect(writtenMoment(written)).toBe('2020-11-05T10:00:00.000Z');
  },
);

it.each([
  ...[undefined, '', 'soon', 'Edition 3', 'Unknown 4', '05.11.2020', '05/11/2020', '12', '1604572200000'],
  ...['0101-01-01T00:00:00+00:00', '+012020-01-01T00:00:00Z', '2021-02-30', '2021-13', '2020-11-05T25:00:00Z', '2020-11-05T10:00:00+99:99'],
  ...['Thu, 31 Nov 2020 11:00:00 +0100', 'November 31, 2020', 'Thu Nov 31 11:00:00 2020', '5 Nov 2020 13:00 PM', '5 Nov 2020 0:30 AM'],
  ...[
    'Nov 5 20',
    '5 Novices 2020',
    '5 No 2020',
    '5 Toy 2020',
    '2020-11/05',
    '5 2020',
    'Edition 2020',
    '5 Nov 2020 11:00:00 +0100 and more',
    '1998..',
  ],
  ...['Thu, 5 Nov 2020 11:00:00 +01:99', '('.repeat(50_000), `5 Nov 2020 ${'('.repeat(180)}`],
])('%s is none', (written) => {
  expect(writtenMoment(written)).toBeUndefined();
});

it.each([
  ...['1601-01-01T00:00:00Z', '1899-12-30', '1904-01-01', '1970-01-01T00:00:00Z', '1980-01-01'],
  ...['1980-01-01T08:00:00Z', 'Tue, 1 Jan 1980 00:00:00 -0500', 'Thu, 1 Jan 1970 01:00:00 +0100'],
  ...['1980-01-01T00:00:00-08:00', '1970-01-01T01:00:00+01:00', 'Wed, 31 Dec 1969 16:00:00 -0800'],
])('%s is what programs write that know none', (written) => {
  expect(writtenMoment(written)).toBeUndefined();
});

it.each([
  ['1904', '1904-01-01T00:00:00.000Z'],
  ['1970', '1970-01-01T00:00:00.000Z'],
  ['1980-01', '1980-01-01T00:00:00.000Z'],
  ['Tue, 1 Jan 1980 12:00:00 -0500', '1980-01-01T17:00:00.000Z'],
  ['1979-12-31T19:00:00-05:00', '1980-01-01T00:00:00.000Z'],
])('%s is a moment, though calendars of programs begin then', (written, moment) => {
  expect(writtenMoment(written)).toBe(moment);
});

it('no file was written more than a day ahead', () => {
  const now = Date.UTC(2021, 2, 4, 5);
  expect(writtenMoment('2021-03-05T04:00:00Z', now)).toBe('2021-03-05T04:00:00.000Z');
  for (const ahead of ['2021-03-05T06:00:00Z', 'Thu, 05 Nov 2037 11:00:00 +0000', '2077', '9999'])
    expect(writtenMoment(ahead, now)).toBeUndefined();
  expect(writtenMoment(new Date(Date.now() + 30 * HOUR_MS).toISOString())).toBeUndefined();
});
