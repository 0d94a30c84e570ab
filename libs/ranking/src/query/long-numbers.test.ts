import { expect, it } from 'vitest';
import { lastGroups, longNumbers, longNumbersSaid } from './long-numbers.js';
import { numberSequences, sequencesSaid, withSequences, writingsOfNumbers } from './number-sequences.js';
import { readingFor } from './reading-for.js';
import { parseQuery } from './parse-query.js';
import { saidAlone } from './written-as-one.js';

it.each([
  ['ISBN 978-3-518-37141-1', ['978 3 518 37141 1']],
  ['978 3 518 37141 1', ['978 3 518 37141 1']],
  ['call 030-1234567 or +49 30 1234567', ['030 1234567', '49 30 1234567']],
  ['555-0199 and 1-800-555-0199', ['555 0199', '1 800 555 0199']],
  ['2017-03-03, 03-03-2017, 2017 03 03', []],
  ['2011-2013, 2011 2012 2013, 2017-12500, 8000-9000, 3000-12000', []],
  ['1.2.3-4567890, 10.0.0.1 10.0.0.2, v1-2345678, 12-34', []],
  ['2017 300, 12 500 000, 1 2 3', []],
  ['1234-5678-9012-3456', []],
  ['volume 3 9783518371411, volume 3 978 3 518 37141 1', ['978 3 518 37141 1']],
  ['invoice 42 1250000, 12500 13500 14500, ports 8080 8443 9090', []],
  ['555-0199 555-0123', ['555 0199', '555 0123']],
  ['2019-06-20 5 km, meeting 3 2024-06-20, 3 2024 06 20, 5 20-06-2024', []],
  ['030 1234567 5 or 5 030 1234567 2024-06-20', ['030 1234567', '030 1234567']],
  ['3 800 555 0199 5, 1 800 555 0199, 0 679 72342 0 2', ['800 555 0199', '1 800 555 0199', '0 679 72342 0']],
  ['+1 8005550199, +4930 1234567', ['1 8005550199', '4930 1234567']],
])('finds the long numbers in groups of %j', (query, found) => {
  expect(longNumbers(query)).toEqual(found);
});

it('looks for numbers beside others as by themselves', () => {
  const beside = [
    'volume 3 9783518371411',
    'invoice 42 1250000',
    '12500 13500',
    '2019-06-20 5 km',
    '3 978 3 518 37141 1',
    '5 030 1234567 12500',
  ];
  expect(beside.map(numberSequences)).toEqual([
    ['9 783 518 371 411'],
    ['1 250 000'],
    ['12 500', '13 500'],
    ['2019 06 20'],
    ['9 783 518 371 411'],
    ['12 500', '0 301 234 567'],
  ]);
});

it('finds in a text those that are asked for, also beside other numbers', () => {
  const text = '12 030-1234567 on 2017-03-03, 12 34';
  expect(longNumbersSaid(text, ['120301234567', '0301234567', '030123456', '20170303', '1234'])).toEqual(['120301234567', '0301234567']);
  expect(longNumbersSaid(text, [])).toEqual([]);
});

it('looks in texts for long numbers alone in groups of their own', () => {
  expect(sequencesSaid('12 34 5678 9012', ['34 567 890', '2017 03 03'])).toEqual(['5 678', '9 012']);
  expect(sequencesSaid('12 34 5678 90', ['34 567 890', '2017 03 03'])).toEqual(['5 678', '34 567 890']);
  expect(sequencesSaid('20 17 03 03', ['2017 03 03'])).toEqual([]);
});

it('reads a text of many numbers in no time', () => {
  expect(longNumbersSaid('1 '.repeat(50_000), ['1'.repeat(7), '1'.repeat(16)]).length).toBeGreaterThan(49_000);
  for (const hostile of ['1-'.repeat(100_000), `${'1-'.repeat(100_000)}1x`, `${'1 1-'.repeat(50_000)}1x`])
    expect(longNumbers(hostile)).toEqual([]);
});

it('knows a number in whatever groups, and with none, for the same', () => {
  const one = '9 783 518 371 411';
  for (const text of ['978-3-518-37141-1', '978 3 518 37141 1', '9783518371411', '978-3518371411']) {
    expect(numberSequences(text)).toEqual([one]);
    expect(sequencesSaid(text, [one])).toContain(one);
    expect(saidAlone(text)).toEqual([one]);
  }
  expect(numberSequences('0679723420')).toEqual(numberSequences('0-679-72342-0'));
});

it('looks for it by its digits, its groups, and what may be the last of other groups', () => {
  const last = ['411', '1411', '71411', '371411', '8371411', '18371411', '141', '7141', '37141', '837141'];
  expect(lastGroups('9783518371411')).toEqual(last);
  expect(writingsOfNumbers('978-3-518-37141-1')).toEqual([['9 783 518 371 411', '9783518371411', '978 3 518 37141 1', ...last]]);
  expect(writingsOfNumbers('1,234,567')).toEqual([['1 234 567', '1234567']]);
  expect(writingsOfNumbers('1234567')[0]).toContain('4567');
  expect(lastGroups('12500')).toEqual([]);
});

it('lets its groups tell nothing by themselves where it is known, and others what they tell', () => {
  const term = (word: string) => ({ id: word.length, word, weight: 1 });
  const terms = [term('518'), term('3'), term('novel')];
  const weights = (sequences: readonly string[]) =>
    withSequences(terms, sequences, { query: '978-3-518-37141-1' }).map(({ weight }) => weight);
  expect(weights(['9 783 518 371 411'])).toEqual([0, 0, 1, 1]);
  expect(weights([])).toEqual([1, 1, 1]);
});

it('reads a text that says it as saying it in the groups of the query', () => {
  const read = readingFor(parseQuery('978-3-518-37141-1'));
  expect(read('Malina, 9783518371411')).toContain('978 3 518 37141 1');
  expect(read('Malina, 9783518371412')).not.toContain('978 3 518 37141 1');
});
