import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const TOPICS = ['invoices', 'holidays', 'kitchens', 'travel', 'staff', 'printers', 'passwords', 'releases', 'refunds', 'migrations'];
const FILL = TOPICS.flatMap((topic, at) =>
  Array.from({ length: 5 }, (_, part) => ({
    key: `${topic} ${part.toString()}`,
    title: `About ${topic} ${part.toString()}`,
    text: `This page tells how ${topic} are handled in our company, part ${part.toString()}. Ask the team lead about ${topic}; there is a form, and the date of the request is kept. Valid since 20${(10 + at).toString()}.`,
  })),
);
const page = (title: string, text: string) => ({ key: title, title, text });
const ANSWERS = [
  page(
    'Encryption of backups',
    'All backups are encrypted. The encryption of a backup uses a key of 256 bits by AES, which is kept in the vault.',
  ),
  page(
    'Errors of the payment API',
    'If the payment API answers with a server error, status 500, retry with backoff; the payment is never booked twice.',
  ),
  page('Quotas in the EU', 'Member states of the European Union, all 27 of them, agreed on quotas for fish: the EU quota for cod falls.'),
  page('Casting integers', 'To convert an unsigned integer to a signed one without overflow use try_from; a cast with as wraps around.'),
  page('Third quarter', 'In the third quarter of 2024 revenue rose by twelve percent to 40 million euros.'),
  page('Arrays in Python', 'An index out of range error is thrown by nums[i - 1] when i is 0: the loop has to begin at 1.'),
  page('Timestamps', 'All timestamps in the API are written as RFC 3339 says, in UTC with a Z at the end.'),
  page('Checksums', 'Each download has a checksum. Compute the SHA-256 hash of the file and compare it.'),
  page('Vitamine', 'Ein Mangel an Vitamin B-12 zeigt sich durch Müdigkeit und blasse Haut.'),
  page('Graphics', 'The RTX 3080 needs a driver of version 470 or later; install the driver and reboot.'),
  page('Database refuses connections', 'When the application logs connect ECONNREFUSED the database is not running. Start PostgreSQL.'),
  page('Plugins', 'A plugin did not start in time: it may have forgotten to call done, or waits for a promise.'),
  page('Steering committee of 4 March 2024', 'The steering committee met on 4 March 2024 and approved the warehouse.'),
  page('Lenkungskreis vom 05.03.2024', 'Der Lenkungskreis tagte am 05.03.2024 und beschloss das Lager.'),
  page('Standorte', 'Unser Büro in Berlin: Invalidenstraße 12, 10115 Berlin. Es ist von 9 bis 17 Uhr besetzt.'),
  page('Concrete', 'Mix cement, sand and gravel in the ratio one to two to three, and add water.'),
  page('Requirements', 'The tool needs Node 20 or later, and npm 10. Older versions are not supported.'),
  page('Budget', 'The budget for the fair is twelve and a half thousand euros; the city has 1.25 million inhabitants.'),
  page('Hotline', 'The hotline for customers in America is (555) 123 4567.'),
];
/** Say a code of a question in passing. */
const STRAY = [
  page('Laptops', 'The disk of each laptop is protected with AES-256. Return it to the help desk.'),
  page('Log of changes', 'Version 12: the icon for HTTP-500 is red now. Fonts were changed.'),
  page('Glossary', 'EU-27: the states without the United Kingdom.'),
  page('Hash function', 'fn hash(x: u64) -> u64 { x ^ (x >> 33) }'),
  page('Fibonacci', 'def fib(n): return fib(n-1) + fib(n-2) if n > 1 else n; cache[i-1] holds the last one.'),
];

describe('what may be a code, and is a word or a value', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('pages', [...FILL, ...ANSWERS, ...STRAY]);
    await bed.collection('prices', [page('Price list', 'KF-2041 costs 12.90 and is a hose.')]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());
  const answer = async (query: string, collections = ['pages']) => {
    const { hits, notes } = await bed.run({ query, limit: 3, collections });
    return { first: hits[0]?.title, relevance: hits[0]?.relevance ?? 0, notes };
  };

  it.each([
    ['are backups encrypted with AES-256', 'Encryption of backups'],
    ['how to handle HTTP-500 errors of the payment API', 'Errors of the payment API'],
    ['EU-27 fish quotas', 'Quotas in the EU'],
    ['convert u64 to i32 without overflow', 'Casting integers'],
    ['why does nums[i-1] throw an index out of range error', 'Arrays in Python'],
  ])('does not lead to what says it in passing: %s', async (query, title) => {
    for (const collections of [['pages'], ['pages', 'prices']]) {
      const { first, relevance } = await answer(query, collections);
      expect([first, relevance > 0.3]).toEqual([title, true]);
    }
  });

  it.each([
    ['RFC3339 timestamps', 'Timestamps'],
    ['sha256 checksum of a download', 'Checksums'],
    ['b12 mangel', 'Vitamine'],
    ['rtx3080 driver', 'Graphics'],
    ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'Database refuses connections'],
    ['connect ECONNREFUSED 10.0.0.12:5432', 'Database refuses connections'],
    ['2024-03-01 10:22:33 ERROR connect ECONNREFUSED to the database', 'Database refuses connections'],
    ['AppError: plugin did not start in time at 12:30:45, request 4502490', 'Plugins'],
    ['fastify@4.26.1 plugin did not start in time', 'Plugins'],
    ['steering committee 03/04/2024', 'Steering committee of 4 March 2024'],
    ['Lenkungskreis 05.03.24', 'Lenkungskreis vom 05.03.2024'],
    ['Lenkungskreis 20240305', 'Lenkungskreis vom 05.03.2024'],
    ['Büro D-10115 Berlin', 'Standorte'],
    ['concrete ratio 1:2:3', 'Concrete'],
    ['does the tool run on Node 20.11.1', 'Requirements'],
    ['12,500 euros budget for the fair', 'Budget'],
    ['12500 euros budget for the fair', 'Budget'],
    ['1,250,000 inhabitants of the city', 'Budget'],
    ['hotline America 555-123-4567', 'Hotline'],
  ])('is not missed where it is said otherwise: %s', async (query, title) => {
    const { first, relevance, notes } = await answer(query);
    expect([first, relevance > 0.1, notes]).toEqual([title, true, []]);
  });

  it('is told as said by nobody only where all was looked at', async () => {
    const says = async (query: string, collections: readonly string[]) =>
      (await answer(query, [...collections])).notes.filter((note) => note.startsWith('No passage found says'));
    await bed.collection('empty', []);
    expect(await says('price of KF-2042', ['pages', 'prices'])).toEqual(['No passage found says "KF-2042".']);
    expect(await says('"no such phrase here" KF-2041 hose', ['prices'])).toEqual([]);
    expect(await says('price of KF-2041 -hose', ['pages', 'prices'])).toEqual([]);
    expect(await says('KF-2041', ['empty'])).toEqual([]);
  });

  it('is named in a note of bounded length', async () => {
    const codes = Array.from({ length: 40 }, (_, at) => `172.16.${at.toString()}.9`);
    const { notes } = await answer(`errors of the hosts ${codes.join(' ')}`);
    expect(notes[0]).toBe(
      `No passage found says ${codes
        .slice(0, 5)
        .map((code) => `"${code}"`)
        .join(', ')}, or 35 more like these.`,
    );
  });
});

it('is not told as said by nobody where a collection did not answer', async () => {
  await using bed = await Testbed.open();
  await bed.collection('pages', FILL);
  await bed.collection('prices', [page('Price list', 'KF-2041 costs 12.90 and is a hose.')]);
  bed.main.break('prices__g1', { kind: 'throws', error: new Error('down') });
  const { notes } = await bed.run({ query: 'price of KF-2041', limit: 3, collections: ['pages', 'prices'] });
  expect(notes.filter((note) => note.startsWith('No passage found says'))).toEqual([]);
});

it('is not told as said by nobody where not all that may say it was looked at', async () => {
  await using bed = await Testbed.open();
  const filler = 'the valve of the machine is cleaned by hand each week';
  const reports = Array.from({ length: 1500 }, (_, at) =>
    page(`Report ${at.toString()}`, `Report E of week ${(at % 52).toString()}: ${filler}, hall 17, class E.`),
  );
  const rare = `A long text about other things, lamps and tools, and nothing else but the fault E-17, the pump is blocked; ${'there are further lamps in the hall, and tools of all colours. '.repeat(15)}`;
  await bed.collection('reports', [...reports, page('Zzz', rare)]);
  const { hits, notes } = await bed.run({ query: 'report E-17 week machine valve', limit: 3 });
  expect([(hits[0]?.relevance ?? 0) > 0.3, notes]).toEqual([true, []]);
});
