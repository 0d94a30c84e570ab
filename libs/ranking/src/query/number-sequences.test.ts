import { expect, it } from 'vitest';
import { termId } from '../analysis/term-id.js';
import { numberSequences, sequencesSaid, withSequences, writingsOfNumbers } from './number-sequences.js';
import { saidAlone } from './written-as-one.js';

it.each([
  ['what happened on 2017-03-03?', ['2017 03 03']],
  ['2017/03/03, 2017.03.03 and 2017-03-03T10:30', ['2017 03 03', '2017 03 03', '2017 03 03', '10 30']],
  ['upgrade to v1.2.3-RC1 fails', ['1 2 3 rc1']],
  ['Claude 3.5 at 10.0.0.1:8080', ['3 5', '10 0 0 1 8080']],
  ['1.2.3 is no part of 1.2.3.4 or 11.2.3', ['1 2 3', '1 2 3 4', '11 2 3']],
  ['２０１７－０３－０３', ['2017 03 03']],
  ["12,500 or 12.500, 12'500, 12’500, 12\u00a0500, 12_500", Array.from({ length: 6 }, () => '12 500')],
  ['48.220,75 and 48,220.75 and 3,204,118', ['48 220', '48 220', '3 204 118']],
  ['2011-2013, 1/2, utf-8, 12 - 3, 2017.md, no. 5, a-b', []],
  ['1,2, 1,500,2, 0,500, 12,50, 12, 500, 2017 300, v12,500, 12,500px', []],
])('finds the numbers written as one in %j', (text, found) => {
  expect(numberSequences(text)).toEqual(found);
});

it('reads the longest of digits in no time', () => {
  const digits = '1'.repeat(200_000);
  expect(numberSequences(`${digits} ${digits}.2`)).toEqual([`${digits} 2`]);
  expect(sequencesSaid('1,234'.repeat(50_000), [])).toEqual([]);
});

it('lets the numbers of a known sequence tell little by themselves, as far as the query says them in it', () => {
  const term = (word: string, weight: number) => ({ id: word.length, word, weight });
  const [bugs, three, one, date] = withSequences([term('bugs', 1), term('3', 2), term('1', 1)], ['1 3']);
  expect(bugs).toEqual(term('bugs', 1));
  expect(three).toMatchObject({ word: '3', weight: 1.2, placingWeight: 1.2 });
  expect(one?.weight).toBeCloseTo(0.2, 12);
  expect(date).toEqual({ id: termId('1 3'), weight: 1 });
});

it('knows a date by its day, in a query and in a text', () => {
  expect(numberSequences('7.3.2019 or March 8, 2019, 1.2.3')).toEqual(['2019 03 07', '2019 03 08', '1 2 3']);
  expect(sequencesSaid('7.3.2019, 2019-03-07 and 7 mars 2019', ['2019 03 07'])).toEqual(
    expect.arrayContaining(Array.from({ length: 3 }, () => '2019 03 07')),
  );
  expect(sequencesSaid('2019-03-07', ['2019 03 07'])).toEqual(['2019 03 07']);
});

it('lets the words of a known date tell little, too', () => {
  const term = (word: string) => ({ id: word.length, word, weight: 1 });
  const weighed = withSequences([term('march'), term('7th'), term('2019'), term('trip')], ['2019 03 07'], {
    query: 'trip on March 7th, 2019',
  });
  expect(weighed.map(({ weight }) => weight.toFixed(1))).toEqual(['0.2', '0.2', '0.2', '1.0', '1.0']);
});

it('lets the digits of a known sequence without signs tell nothing beside it', () => {
  const [amount] = withSequences([{ id: 1, word: '12500', weight: 1 }], ['12 500']);
  expect(amount).toMatchObject({ weight: 0, placingWeight: 0 });
});

it('finds in a text whatever way it writes an amount, in a query what may be one', () => {
  const text = '12500 of 1500, in 2024, 3.14159 12500px 2017-12500 123456789';
  expect(sequencesSaid(text, [])).toEqual(['3 14159', '12 500', '1 500', '2 024', '123 456 789']);
  expect(numberSequences(text)).toEqual(['3 14159', '12 500', '123 456 789']);
});

it('finds in a query of four digits what may be an amount: by its places', () => {
  expect(numberSequences('1250.00 or 2025,50')).toEqual(['1250 00', '1 250', '2 025']);
  expect(numberSequences('2024.03, 1250.001, 1250.00.1, 1250,5')).toEqual(['2024 03', '1250 001', '1250 00 1']);
});

it('leaves terms alone where no sequence is known', () => {
  const terms = [{ id: 1, word: '3', weight: 1 }];
  expect(withSequences(terms, [])).toEqual(terms);
});

it('tells in which ways an index may have their words: groups of digits also without signs, an amount without its places', () => {
  expect(writingsOfNumbers('10.0.0.7 and 12,500 or 10.0.0.7')).toEqual([['10 0 0 7'], ['12 500', '12500']]);
  expect(writingsOfNumbers('1250.00 or 123456.50')).toEqual([
    ['1 250', '1250'],
    ['123 456', '123456'],
  ]);
  const [day = [], ...others] = writingsOfNumbers('2017-03-03T10:30');
  expect(day.slice(0, 3)).toEqual(['2017 03 03', '2017 3 3', '2017 march 3']);
  expect(others).toEqual([['10 30']]);
});

it('tells what a query says that says nothing else', () => {
  expect(['10.0.0.7', 'what is v1.2.3?', '12500', '12,500 and 2017-03-03', '1250.00'].map(saidAlone)).toEqual([
    ['10 0 0 7'],
    ['1 2 3'],
    ['12 500'],
    ['2017 03 03', '12 500'],
    ['1 250'],
  ]);
  expect(['what is on 7. März 2019?', '3/7/2019'].map(saidAlone)).toEqual([['2019 03 07'], ['3 7 2019']]);
  expect(['1.2.3 bugs', '2017', '1.2.3 of 7'].map(saidAlone)).toEqual([[], [], []]);
});
