import { expect, it } from 'vitest';
import { readWrittenDate } from './written-date.js';

/** A moment on this machine's clock. */
const local = (...parts: [year: number, month: number, day: number, hour: number, minute: number, second?: number]) =>
  new Date(parts[0], parts[1] - 1, ...parts.slice(2)).toISOString();

it.each([
  ['2024', '2024-01-01T00:00:00.000Z'],
  [2018, '2018-01-01T00:00:00.000Z'],
  ['2024-03', '2024-03-01T00:00:00.000Z'],
  ['2024-03-05', '2024-03-05T00:00:00.000Z'],
  ['[[2024-03-05]]', '2024-03-05T00:00:00.000Z'],
  ['2024/3/5', '2024-03-05T00:00:00.000Z'],
  ['2024-03-05T14:30:01.5Z', '2024-03-05T14:30:01.500Z'],
  ['2024-03-05T14:30+02:00', '2024-03-05T12:30:00.000Z'],
  ['2024-03-05 14:30:00 -0330', '2024-03-05T18:00:00.000Z'],
  ['2024-03-05 14:30', local(2024, 3, 5, 14, 30)],
  ['2024-03-05, 12:05 am', local(2024, 3, 5, 0, 5)],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
])('reads %s as it is written by ISO 8601', (value, at) => {
  expect(readWrittenDate(value)).toEqual({ at });
});

it.each([
  ['05.03.2024', '2024-03-05T00:00:00.000Z'],
  ['5. 3. 2024', '2024-03-05T00:00:00.000Z'],
  ['13.03.2024 14:30', local(2024, 3, 13, 14, 30)],
  ['25/03/2024', '2024-03-25T00:00:00.000Z'],
  ['03/25/2024', '2024-03-25T00:00:00.000Z'],
  ['04-04-2024', '2024-04-04T00:00:00.000Z'],
  ['5 March 2024', '2024-03-05T00:00:00.000Z'],
  ['March 2024', '2024-03-01T00:00:00.000Z'],
  ['Sept. 5th, 2024', '2024-09-05T00:00:00.000Z'],
  ['Tue, 05 Mar 2024 14:30:00 +0100', '2024-03-05T13:30:00.000Z'],
  ['Tue Mar 05 2024 14:30:00 GMT+0100 (CET)', '2024-03-05T13:30:00.000Z'],
  ['Tuesday, March 5, 2024, 2:30 PM', local(2024, 3, 5, 14, 30)],
])('reads %s, which has one meaning', (value, at) => {
  expect(readWrittenDate(value)).toEqual({ at });
});

it.each([
  [20240305, '2024-03-05T00:00:00.000Z'],
  [202403051430, local(2024, 3, 5, 14, 30)],
  ['20240305143001', local(2024, 3, 5, 14, 30, 1)],
  [1709290800000, '2024-03-01T11:00:00.000Z'],
  [631152000000, '1990-01-01T00:00:00.000Z'],
])('reads the digits %s', (value, at) => {
  expect(readWrittenDate(value)).toEqual({ at });
});

it.each(['05/03/2024', '5-3-2024 10:00', '05/03/2024 10:00Z'])('leaves %s undecided', (value) => {
  expect(readWrittenDate(value)).toEqual({ isUndecided: true });
});

it.each([
  'Chapter 3',
  'draft 7',
  'summer 12',
  'soon',
  '31.02.2024',
  '32/13/2024',
  '2024-13-01',
  '2024-03-05T25:00Z',
  '2024-03-05 13:00 pm',
  '05.03.24',
  202413051430,
  1709290800,
  99991231235959,
  5.03,
  true,
  null,
  ['2024-03-05'],
])('takes %s for no date', (value) => {
  expect(readWrittenDate(value).at).toBeUndefined();
});
