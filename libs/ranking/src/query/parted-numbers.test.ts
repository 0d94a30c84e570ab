import { expect, it } from 'vitest';
import { longNumbers, withoutLongNumbers } from './long-numbers.js';
import { partedNumbers } from './parted-numbers.js';

it.each(['3704 0044 0532 0130 00', '0076 2011 6238 5295 7', '2811 1010 0000 0123 456', '6016 0133 9268 19', '4111 0111 1111 1111'])(
  'finds no telephone in the number of an account or a card, %j',
  (number) => {
    expect(longNumbers(`account ${number}`)).toEqual([]);
    expect(withoutLongNumbers(`account ${number}`)).toBe(`account ${number}`);
  },
);

it('finds telephones in groups of four, books that begin with one, and telephones beside other numbers of four digits', () => {
  expect(partedNumbers('9971 5 0210 0')).toEqual(['9971 5 0210 0']);
  expect(partedNumbers('0755 1234 5678')).toEqual(['0755 1234 5678']);
  expect(partedNumbers('0049 3012 3456 78')).toEqual(['0049 3012 3456 78']);
  expect(partedNumbers('4711 0049 3012 345678')).toEqual(['4711', '0049 3012 345678']);
  expect(partedNumbers('8080 8443 9090 5432 030 1234567')).toEqual(['8080', '8443', '9090', '5432', '030 1234567']);
  expect(partedNumbers('2017 2018 2019 5 030 1234567')).toEqual(['2017', '2018', '2019', '5', '030 1234567']);
});

it.each([
  ['4711 4712 4713', '0171 2345678'],
  ['2023 2024 2025', '0800 1234567'],
  ['2023 2024 2025', '0800 123 4567'],
  ['4711 4712', '0171 234 5678'],
  ['4711 4712 4713 4714 4715', '0171 234-5678'],
  ['4711 0815 4713', '0171 234567'],
  ['4711 0815', '0171 234 5678'],
  ['4711 '.repeat(14).trim(), '0171 2345678'],
  ['4711 '.repeat(13).trim(), '0171 234 5678'],
  ['4711 '.repeat(44).trim(), '0171 234 5678'],
])('finds a telephone that begins with four digits behind numbers of four digits, %j %j', (numbers, telephone) => {
  expect(partedNumbers(`${numbers} ${telephone}`)).toEqual([...numbers.split(' '), telephone]);
  expect(longNumbers(`${numbers} ${telephone}`)).toEqual([telephone.replace('-', ' ')]);
});

it('parts two telephones the first of which has groups of four', () => {
  expect(partedNumbers('0171 2345 6789 0172 345678')).toEqual(['0171 2345 6789', '0172 345678']);
});

it.each([
  '3704 0044 0532 0130 00 125000',
  '2811 1010 0000 0123 456',
  '4111 1111 1111 0123',
  '3704 0044 0532 0130 2024 12 31 17',
  '6016 0133 0268 19',
])('leaves the last group of an account to it whatever follows, %j', (numbers) => {
  expect(longNumbers(numbers)).toEqual([]);
});

it.each(['1', '0123'])('parts many numbers in one run for about what as many in runs of two cost, %j', (number) => {
  const inOneRun = `${number} `.repeat(10_000);
  const inPairs = `${number} ${number}, `.repeat(5000);
  const rounds = Array.from({ length: 10 }, () => [timeOf(inOneRun), timeOf(inPairs)] as const);
  const least = (times: readonly number[]) => Math.min(...times);
  expect(least(rounds.map(([one]) => one)) / least(rounds.map(([, pairs]) => pairs))).toBeLessThan(8);
});

function timeOf(query: string): number {
  const before = performance.now();
  expect(longNumbers(query)).toEqual([]);
  return performance.now() - before;
}
