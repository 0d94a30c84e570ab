import { describe, expect, it } from 'vitest';
import { askedAsOne } from './asked-as-one.js';

const asked = (query: string) => {
  const { wholes, certain } = askedAsOne(query);
  return { wholes: [...wholes], certain };
};

describe('what a query calls one thing by', () => {
  it.each([
    ['what does KF-2041 cost in 2026', ['kf 2041']],
    ['(E-17) what to do', ['e 17']],
    ['meeting 2024-03-23', ['2024 03 23']],
    ['meeting on 25/12/2024 or 2024/12/26', ['2024 12 25', '2024 12 26']],
    ['firmware 5.0.0', ['5 0 0']],
    ['10.20.0.1 gateway', ['10 20 0 1']],
    ['order 4502490', ['4 502 490']],
    ['Error: E-17 after 5 minutes, see ORA-12154', ['e 17', 'ora 12154']],
  ])('are codes, days, versions and long numbers: %s', (query, wholes) => {
    expect(asked(query)).toEqual({ wholes, certain: wholes });
  });

  it.each([
    ['values of messages', 'Error: connect ECONNREFUSED 127.0.0.1 after 4502490 ms'],
    ['values of a message in a later line', 'what is this\nAppError: plugin did not start in time, request 4502490'],
    ['hosts with ports, times and proportions', '10.0.0.12:5432, 10:22:33, 12:30:45.123, 1:2:3, 10.20.0.0/16'],
    ['times of logs', '2024-03-01 10:22:33 ERROR connect, 2026-11-30T10:22:33.123Z connect'],
    ['ids and versions of packages', '550e8400-e29b-41d4-a716-446655440000 in fastify@4.26.1'],
    ['dates of two meanings', '03/04/2024, 3/4/24, 05.03.24, 5.3.24, 24-03-05, 20240305'],
    ['years', '2023/2024/2025'],
    ['amounts', "12,500 euros, 1,250,000 people, 12'500, 12.500, 50000, 12345 euros, EUR 12345, $12345"],
    ['words with digits', 'u64, i32, F03, RFC3339, sha256'],
  ])('are not %s', (_, query) => {
    expect(asked(query)).toEqual({ wholes: [], certain: [] });
  });

  it.each([
    ['D-10115 Berlin, CH-8001', ['d 10115', 'ch 8001']],
    ['A-4, M-1', ['a 4', 'm 1']],
    ['030-9999999', ['0 309 999 999']],
    ['978-3-16-148410-0', ['9 783 161 484 100']],
  ])('may be said in other words: %s', (query, wholes) => {
    expect(asked(query)).toEqual({ wholes, certain: [] });
  });

  it('are begun by the word and the first number of a version', () => {
    const { beginnings } = askedAsOne('does it run on Node v20.11.1 and npm-10.2.0, but not KF-2041 or 3.1.4');
    expect([...beginnings.keys()]).toEqual(['20 11 1', '10 2 0']);
    const says = (text: string) => beginnings.get('20 11 1')?.test(text);
    expect(['needs Node 20 or later', 'node v20.', 'node20'].map(says)).toEqual([true, true, true]);
    expect(['Node 20.9', 'Node 200', 'anode 20', 'chapter 20 of Node', 'Node 2'].map(says)).toEqual([false, false, false, false, false]);
  });

  it('are read in no time, whatever their length', () => {
    const queries = [
      '1-'.repeat(90_000),
      '1.'.repeat(90_000),
      '1:'.repeat(90_000),
      'a'.repeat(180_000),
      '$1 '.repeat(60_000),
      '12,'.repeat(60_000),
    ];
    const started = performance.now();
    queries.forEach(askedAsOne);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
