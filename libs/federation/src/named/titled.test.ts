import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchInput } from '@tributary/contracts';
import { Testbed, type TestDocument } from '../testbed/testbed.fixture.js';

const note = (path: string, text: string, more: Partial<TestDocument> = {}): TestDocument => ({
  key: path,
  path,
  text,
  type: 'note',
  ...more,
});
const LONG = 'They spoke of the harbour, of old ships and of the weather in spring.\n\n'.repeat(60);

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  const meetings = Array.from({ length: 120 }, (_, n) =>
    note(
      `meetings/Anna and Bert ${n.toString()}.md`,
      `# Anna, day ${n.toString()}\n\nAnna said: Anna knows, and Anna remembers the harbour.\n\n## Anna\n\nAnna.`,
    ),
  );
  await bed.collection('vault', [
    ...meetings,
    note('people/Anna.md', `Born in 1971, tall, with a dog.\n\n${LONG}`),
    note('people/Zoë Müller.md', 'Lives by the sea.', { metadata: { aliases: ['Nan', 'the neighbour'] } }),
    note('novel/0007-the_old_house.md', 'It stood empty.'),
    ...Array.from({ length: 6 }, (_, n) => note(`part-${n.toString()}/Summary.md`, `What part ${n.toString()} was about.`)),
    note('people/Bertil.md', `Bertil came late.\n\n${LONG}Bertil sang.\n\n${LONG}Bertil left.`),
    // One id stands for this word, and for the name of a page 68101.
    note('words.md', 'A bamopok is no page.'),
    note('people/Kate.md', 'She sails.', { metadata: { aliases: ['Kathryna', 'Paris, Texas'] } }),
    note('letters/1.md', 'Kathrina wrote that Kathrina is well. Kathrina.'),
    note('food/ガラス.md', 'A window pane.'),
    note('people/Артём.md', 'Sails, too.'),
    note('people/مُحَمَّد.md', 'Sails, too.'),
    note('letters/A.md', 'The first letter.'),
    note('lang/learn-c++.md', 'Pointers first.'),
    note('lang/c#_basics.md', 'Types first.'),
    note('lang/I-O model.md', 'Readiness or completion.'),
    note('travel/Retrieval.md', 'How luggage comes back.'),
    note('reading/Search engines.md', 'All of information retrieval: information retrieval finds documents.'),
    note('docs/retry.md', 'How often it is tried.'),
    { key: 'src/retry.ts', path: 'src/retry.ts', type: 'code', sym: 'retry', text: 'export function retry() {\n  return again();\n}' },
    note('secret/Anna Karenina.md', 'Read it again.', { acl: ['user:carl'] }),
  ]);
  await bed.collection('docs', [
    note('kafka/README.md', 'How to run it.', { type: 'doc', title: 'Streams' }),
    note('use.md', '# Using kafka\n\nkafka, kafka and kafka again.', { type: 'doc' }),
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function found(query: string, more: Omit<SearchInput, 'query'> = {}) {
  const { hits } = await bed.run({ query, limit: 5, ...more });
  return hits.map(({ path, relevance }) => ({ path, relevance }));
}

it.each([
  ['Anna', 'people/Anna.md'],
  ['anna', 'people/Anna.md'],
  ['"Anna"', 'people/Anna.md'],
  ['zoe muller', 'people/Zoë Müller.md'],
  ['Nan', 'people/Zoë Müller.md'],
  ['The neighbour', 'people/Zoë Müller.md'],
  ['the old house', 'novel/0007-the_old_house.md'],
  ['0007 the old house', 'novel/0007-the_old_house.md'],
  ['¿Quién es Anna?', 'people/Anna.md'],
  ['Kathryna', 'people/Kate.md'],
  ['Paris, Texas', 'people/Kate.md'],
  ['retry', 'docs/retry.md'],
  ['kafka', 'kafka/README.md'],
  ['Who is Anna?', 'people/Anna.md'],
  ['zoe mueller', 'people/Zoë Müller.md'],
  ['who is Bertol', 'people/Bertil.md'],
  ['what do I know about the neighbour', 'people/Zoë Müller.md'],
  ['streams', 'kafka/README.md'],
  ['артем', 'people/Артём.md'],
  ['Артём', 'people/Артём.md'],
  ['محمد', 'people/مُحَمَّد.md'],
  ['show me Anna', 'people/Anna.md'],
  ['zeig mir Anna', 'people/Anna.md'],
  ['summarize the old house', 'novel/0007-the_old_house.md'],
  ['Learn C++', 'lang/learn-c++.md'],
  ['learn-c++', 'lang/learn-c++.md'],
  ['c# basics', 'lang/c#_basics.md'],
  ['I/O model', 'lang/I-O model.md'],
])('%j is answered first by what is called so, however often others say it', async (query, path) => {
  expect((await found(query))[0]).toEqual({ path, relevance: 1 });
});

it('one passage of it leads, and what says the name comes behind', async () => {
  const { hits } = await bed.run({ query: 'bertil', limit: 5, per_document: 5, explain: true });
  const named = hits.filter(({ explanation }) => explanation?.judge['named'] === 1);
  expect(named).toEqual(hits.slice(0, 1));
  expect(hits.filter(({ path }) => path === 'people/Bertil.md').length).toBeGreaterThan(1);
  expect((await found('anna'))[1]?.path).toMatch(/^meetings\//u);
});

it.each([
  'texas',
  'カラス',
  'A*',
  'learn c#',
  'c basics',
  'information retrieval',
  'the retrieval',
  'summary',
  'who is summary',
  'where is Anna',
  'Anna and the harbour',
  'find Anna',
  'the -neighbour',
  'page 68101',
  'Anna Karenina',
])('nothing leads by the name of %j', async (query) => {
  const principal = {
    subject: 'bert',
    groups: [],
    scopes: ['search:read' as const],
    collections: ['*'],
    unrestricted: false,
    userId: 'bert',
  };
  const { hits } = await bed.run({ query, limit: 5 }, { principal });
  expect(hits.map(({ relevance }) => relevance)).not.toContain(1);
  expect(hits.map(({ path }) => path)).not.toContain('secret/Anna Karenina.md');
});

it('a call asks for what code defines', async () => {
  expect((await found('retry()'))[0]?.path).toBe('src/retry.ts');
});

it('the first hits are the same whatever the limit', async () => {
  for (const query of ['anna', 'zoe muller', 'the old house', 'nan']) {
    const ids = async (limit: number) =>
      (await bed.run({ query, collections: ['vault'], limit })).hits.slice(0, 10).map(({ id, relevance }) => [id, relevance]);
    expect(await ids(100)).toEqual(await ids(10));
  }
});

it('it is looked for within the filter of the request, and by one lane alone as words', async () => {
  const filter = { must_not: [{ key: 'path', match: { value: 'people/Anna.md' } }] };
  expect((await found('anna', { filter })).map(({ path }) => path)).not.toContain('people/Anna.md');
  expect((await found('anna', { algorithm: 'keyword' })).map(({ path }) => path)).not.toContain('people/Anna.md');
});
