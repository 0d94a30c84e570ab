import { describe, expect, it } from 'vitest';
import { datesAsked, withoutDates, writingsOfDay, writtenDates } from './written-dates.js';

const daysIn = (text: string) => writtenDates(text).map(({ day }) => day);

describe('dates', () => {
  it.each([
    '2019-03-07',
    'on 2019/03/07.',
    '2019-03-07T10:30',
    '2019_03_07.md',
    '7.3.2019',
    '07.03.2019',
    '7. 3. 2019',
    '7. März 2019',
    '7 mars 2019',
    '07 Mar 2019',
    '7-Mar-2019',
    '7th of March, 2019',
    'March 7, 2019',
    'MARCH 7th 2019',
    'Mar. 7, 2019',
    '7. maerz 2019',
  ])('are known by their day however they are written: %s', (text) => {
    expect(daysIn(text)).toEqual(['2019 03 07']);
  });

  it('with a stroke are both days in a text, and one in a query only where no other is meant', () => {
    expect(daysIn('03/07/2019')).toEqual(['2019 07 03', '2019 03 07']);
    expect(datesAsked('03/07/2019')).toEqual([]);
    expect(datesAsked('03/22/2019 and 22/03/2019').map(({ day }) => day)).toEqual(['2019 03 22', '2019 03 22']);
    expect(datesAsked('05/05/2019').map(({ day }) => day)).toEqual(['2019 05 05']);
  });

  it.each([
    '1.2.3',
    '2019.3',
    '31.2.2019',
    '7.13.2019',
    '1.2.2019.4',
    '10.0.2019.1',
    '2019-03-07-1',
    'may 2019',
    'v7.3.2019',
    '12019-03-07',
    '2019-03-071',
    'smart 7, 2019',
  ])('are none: %s', (text) => {
    expect(daysIn(text)).toEqual([]);
  });

  it('have the numbers and words of their writing', () => {
    expect(datesAsked('the 1st of March, 2019')).toMatchObject([
      { written: '1st of March, 2019', parts: ['1', 'st', 'of', 'march', '2019', '1st'] },
    ]);
    expect(withoutDates('on March 7, 2019 again', datesAsked('March 7, 2019'))).toBe('on   again');
  });

  it('are looked for by the names of their months and by numbers with and without a nought', () => {
    const ways = writingsOfDay('2019 03 07');
    expect(ways.slice(0, 2)).toEqual(['2019 03 07', '2019 3 7']);
    expect(ways).toContain('2019 märz 7');
    expect(ways).toContain('2019 mar 07');
  });

  it('are read in a long text in no time', () => {
    expect(daysIn('1.1. '.repeat(100_000))).toEqual([]);
    expect(daysIn('march 1 '.repeat(100_000))).toEqual([]);
  });
});
