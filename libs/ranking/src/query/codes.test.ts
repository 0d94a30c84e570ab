import { describe, expect, it } from 'vitest';
import { codesIn, codesSaid, isCodeAsOne, withoutCodes } from './codes.js';
import { askedAsOne } from './asked-as-one.js';
import { asTheQueryWrites, saidByNobody, withSequences } from './number-sequences.js';
import { saidAlone, writtenAsOne } from './written-as-one.js';

describe('codes of a query', () => {
  it.each([
    ['remedy for E-12 on the X300', ['e 12']],
    ['kf-2041, KF-2042 and PK-8841?', ['kf 2041', 'kf 2042', 'pk 8841']],
    ['Angebot AN-2026-118', ['an 2026 118']],
    ['XD2442-023529', ['xd2442 023529']],
    ['E-17-Fehler, E‐17', ['e 17', 'e 17']],
    ['CVE-2024-3094 and cve-2024-3094', ['cve 2024 3094', 'cve 2024 3094']],
    ['MD-2041, CO-1002-B', ['md 2041', 'co 1002 b']],
    ['TICKET-1123, faq-118, KF-2041-B, DE-AN-77 (T-1049)', ['ticket 1123', 'faq 118', 'kf 2041 b', 'de an 77', 't 1049']],
  ])('are found in %j', (query, found) => {
    expect(codesIn(query)).toEqual(found);
    expect(writtenAsOne(query)).toEqual(found);
  });

  it.each([
    'e-mail, x-ray, well-known, mp3-player, F03, X200',
    'covid-19, COVID-19, type-2, top-10, mid-2024, Pre-1990, SARS-CoV-2',
    '10-12, 2017-03-03, 7-Mar-2019, Mar-7-2019, 2024-2025, 4-wheel, 24-hour',
    'v-1.2.3, --level-3, e-17.5, x@y-12',
    'i-1, n-2, px-2, e-17, in-2024, ab-2024, port-8080, room-101, error-404, boeing-747',
    'row[N-1], f(N-1), m[0][N-2]',
    'Q3-2024, FY-2024, h1-2024, KW12-2024',
    'AES-256, aes-256-gcm, SHA-2-256, HTTP-500, UTF-8, GPT-4, gpt-4, EU-27, EU-2024',
  ])('are none in %j', (query) => {
    expect(codesIn(query)).toEqual([]);
    expect(withoutCodes(query)).toBe(query);
  });

  it('are said however a text parts them', () => {
    const said = (text: string) => codesSaid(text, ['e 17', 'kf 2041', '2017 03 03', 'c #']);
    expect(said('| E-17 | E17, E 17 and KF–2041 or kf 2041')).toEqual(['e 17', 'e 17', 'e 17', 'kf 2041', 'kf 2041']);
    expect(said('E-170, 1E-17, E-1 7, the e 17 of KF-20411 on 2017-03-03')).toEqual([]);
    expect(codesSaid('a 4 and A 4, A-4', ['a 4'])).toEqual(['a 4']);
  });

  it('are not those that their signs or numbers are known by', () => {
    expect(['e 17', 'kf 2041 b', 'c #', 'c ++', '2017 03 03', '1 2 3 rc1', '12 500'].map(isCodeAsOne)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are read in no time, whatever their length', () => {
    expect(codesIn(`${'E-1'.repeat(60_000)} ${'A-'.repeat(90_000)} ${'a1'.repeat(90_000)}-`)).toEqual([]);
  });

  it('leave little to their parts, but to words, and nothing else of the query changes', () => {
    const term = (word: string) => ({ id: word.length, word, weight: 1 });
    const weighed = withSequences([term('price'), term('kf'), term('2041')], ['kf 2041'], {
      query: 'price of KF-2041',
      asked: new Set(['kf 2041']),
    });
    expect(weighed.map(({ weight }) => Number(weight.toFixed(2)))).toEqual([1, 0.2, 0.2, 1]);
    expect(weighed.map((one) => 'isCode' in one)).toEqual([false, false, false, true]);
    const ticket = withSequences([term('ticket'), term('1123')], ['ticket 1123'], { query: 'TICKET-1123' });
    expect(ticket.map(({ weight }) => weight > 0.5)).toEqual([true, false, true]);
    expect(ticket.map((one) => 'isCode' in one)).toEqual([false, false, false]);
    expect(saidAlone('KF-2041')).toEqual([]);
  });
});

describe('what nobody says', () => {
  const missed = (query: string, said: readonly string[]) => saidByNobody(askedAsOne(query).certain, new Set(said));

  it('is missed where it calls one thing', () => {
    expect(missed('price of KF-9999', ['kf 2041'])).toEqual(['kf 9999']);
    expect(missed('meeting 2024-03-23', ['2026 03 23'])).toEqual(['2024 03 23']);
    expect(missed('firmware 5.0.0', ['3 1 0', '5 1 2'])).toEqual(['5 0 0']);
    expect(missed('order 9999999', [])).toEqual(['9 999 999']);
  });

  it('is not where it stands in a longer one', () => {
    expect(missed('firmware 3.5.0', ['3 5'])).toEqual([]);
    expect(missed('host 10.0.1', ['10 0 1 7'])).toEqual([]);
  });

  it('is told as the query writes it', () => {
    const query = 'KF-9999 on March 7, 2019 by 5.0.0 and 9999999, call 030-9999999 or 555-123-4567';
    const wholes = ['kf 9999', '2019 03 07', '5 0 0', '9 999 999', '0 309 999 999', '5 551 234 567'];
    const written = ['KF-9999', 'March 7, 2019', '5.0.0', '9999999', '030-9999999', '555-123-4567'];
    expect(asTheQueryWrites(query, wholes)).toEqual(written);
  });
});
