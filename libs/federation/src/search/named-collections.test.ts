import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

/** What a project says of itself, which needs no name for that; and what another one says of it. */
const OWN = [
  {
    key: 'forms',
    title: 'Forms',
    text: 'The token of a posted form is checked before the view runs, and a request without it is refused.',
  },
  { key: 'pages', title: 'Pages', text: 'Each page has a template and a view.' },
  { key: 'orders', title: 'Orders', text: 'Rows are deleted in the order in which they were made.' },
];
const OTHER = [
  {
    key: 'brisk',
    title: 'Use with brisk',
    text: 'Beside brisk the worker needs a module of its own: set the brisk module and check the settings.',
  },
  { key: 'queues', title: 'Queues', text: 'Each task goes to a queue.' },
  { key: 'retries', title: 'Retries', text: 'What failed is tried again.' },
];
const QUERY = 'where does brisk check the token';

async function searchIn(own: string, other: string, algorithm: 'hybrid' | 'keyword' | 'rrf' = 'hybrid') {
  await using bed = await Testbed.open();
  await bed.collection(own, OWN);
  await bed.collection(other, OTHER);
  return (await bed.run({ query: QUERY, algorithm, explain: true })).hits;
}

const judged = (hits: Awaited<ReturnType<typeof searchIn>>, signal: string) =>
  hits.find(({ title }) => title === 'Forms')?.explanation?.judge[signal] ?? 0;

const order = (hits: Awaited<ReturnType<typeof searchIn>>) => hits.map(({ title }) => title);

it('finds what a collection says of its own subject, by its name, before what others say of that', async () => {
  const [byName, nameless] = [await searchIn('brisk-docs', 'tasks-docs'), await searchIn('one', 'two')];
  expect(order(nameless)[0]).toBe('Use with brisk');
  expect(order(byName)[0]).toBe('Forms');
  const relevanceOf = (hits: typeof byName) => hits.find(({ title }) => title === 'Forms')?.relevance ?? 0;
  expect(relevanceOf(byName)).toBeGreaterThan(relevanceOf(nameless));
});

it('takes each passage to say the name of its collection', async () => {
  const [byName, nameless] = [await searchIn('brisk-docs', 'two'), await searchIn('one', 'two')];
  for (const signal of ['word_match', 'lexical_pooled']) expect(judged(byName, signal)).toBeGreaterThan(judged(nameless, signal) + 0.1);
  expect(judged(byName, 'lexical')).toBe(judged(nameless, 'lexical'));
});

it('learns nothing from a name that all collections have', async () => {
  const [named, nameless] = [await searchIn('brisk-code', 'brisk-docs'), await searchIn('one', 'two')];
  expect(order(named)).toEqual(order(nameless));
  for (const signal of ['word_match', 'lexical_pooled', 'score']) expect(judged(named, signal)).toBe(judged(nameless, signal));
});

it('learns nothing from a name of which the query has a part', async () => {
  expect(order(await searchIn('brisk-forms', 'two'))).toEqual(order(await searchIn('one', 'two')));
});

it('learns nothing from names where lanes alone decide', async () => {
  for (const algorithm of ['keyword', 'rrf'] as const) {
    const [byName, nameless] = [await searchIn('brisk-docs', 'two', algorithm), await searchIn('one', 'two', algorithm)];
    expect(order(byName)).toEqual(order(nameless));
    for (const signal of ['lexical_pooled', 'score']) expect(judged(byName, signal)).toBe(judged(nameless, signal));
  }
});

it('puts what is called by a name that the model does not know before what says all the rest of the query', async () => {
  const searchBy = async (name: string) => {
    await using bed = await Testbed.open();
    await bed.collection(`${name}-docs`, OWN);
    await bed.collection('tasks-docs', [{ key: 'token', title: 'Worker', text: 'The worker does check the token.' }]);
    return (await bed.run({ query: `where does ${name} check the token`, explain: true })).hits;
  };
  const [noWord, word] = [await searchBy('briskq'), await searchBy('brisk')];
  expect(order(noWord)[0]).toBe('Forms');
  expect(judged(noWord, 'meant')).toBeGreaterThan(0);
  expect(order(word)[0]).toBe('Worker');
  expect(judged(word, 'meant')).toBe(0);
});

it('leaves an answer first that is far better than what is called by a word that the model does not know', async () => {
  await using bed = await Testbed.open();
  const rows = [
    'Acme Ltd, three chairs, 310 euros, due in May.',
    'Brown and Sons, repair of the roof, 1,200 euros, due in June.',
    'Post office, stamps, 45 euros, due at once.',
    'Water works, second quarter, 190 euros, due in July.',
    'Printer, 500 leaflets, 80 euros, due in March.',
  ];
  await bed.collection(
    'invoices',
    rows.map((row, at) => ({ key: at.toString(), text: `Invoice ${(4711 + at).toString()}: ${row}` })),
  );
  await bed.collection('handbook', [
    {
      key: 'pay',
      title: 'Approval',
      text: 'Whatever costs more than 500 euros is approved by the head of finance before it is paid; invoices above 5,000 euros are approved by the board.',
    },
    { key: 'leave', title: 'Leave', text: 'Whoever is ill says so on the first day.' },
  ]);
  const { hits } = await bed.run({ query: 'who approves invoices above 500 euros', explain: true });
  expect(order(hits)[0]).toBe('Approval');
  expect(hits.map(({ explanation }) => explanation?.judge['meant'] ?? 0)).toEqual(hits.map(() => 0));
});

it('puts it first, too, where another collection answers with a part of its name alone', async () => {
  await using bed = await Testbed.open();
  await bed.collection('zyxq-handbook', [
    { key: 'trips', title: 'Trips', text: 'Journeys are signed off by the head of a team.' },
    { key: 'leave', title: 'Leave', text: 'Whoever is ill says so on the first day.' },
  ]);
  await bed.collection('acme', [
    { key: 'handbook', title: 'Handbook', text: 'Who approves travel: in the handbook of Acme the office approves travel.' },
    { key: 'keys', title: 'Keys', text: 'Keys are with the porter.' },
  ]);
  const { hits } = await bed.run({ query: 'who approves travel in the zyxq handbook', explain: true });
  expect(order(hits)[0]).toBe('Trips');
  expect(hits[0]?.explanation?.judge['meant']).toBeGreaterThan(0);
});
