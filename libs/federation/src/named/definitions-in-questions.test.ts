import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG, code } from '../testbed/code-document.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';

/** What says the parts of a name, and the words around it. */
const PARTS = Array.from({ length: 150 }, (_, n) =>
  code(
    `src/retry-${n.toString()}.js`,
    `// Who calls with retry gets what it is defined for: get, retry, call, define, implement, use.\nget(retry, defined, called, used, ${n.toString()});`,
    { sym: `retry${n.toString()}` },
  ),
);

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('code', [
    ...PARTS,
    code('src/fetch.js', `export function getWithRetry(url) {\n${LONG}\n}`, { sym: 'getWithRetry' }),
    code('src/pages.js', `export function pages(base) {\n${LONG}\n  return getWithRetry(base);\n}`, { sym: 'pages' }),
    code('test/pages.test.js', `function mocked() {\n  jest.fake(copper, diamond, emerald);\n  return getWithRetry(base);\n}`, {
      sym: 'mocked',
    }),
    code('src/again.js', `function getWithRetryAgain() {\n  return 1;\n}`, { sym: 'getWithRetryAgain' }),
    { key: 'CHANGES.md', path: 'CHANGES.md', text: 'getWithRetry calls less: getWithRetry.' },
    code('src/outer.js', `function outer() {\n  function callFormat(one) {\n    return one;\n  }\n${LONG}\n}`, { sym: 'outer' }),
    code('src/formats.js', `function formats() {\n  callFormat(callFormat, callFormat);\n}`, { sym: 'formats' }),
    code('src/all.py', `def again(times):\n${LONG}`, { sym: 'again' }),
    code('src/uses.py', `def many():\n${LONG}\n    limits.again(3)`, { sym: 'many' }),
    code('src/uses-other.py', `def more():\n${LONG}\n    again(3)`, { sym: 'more' }),
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function paths(query: string, limit = 5) {
  const { hits } = await bed.run({ query, collections: ['code'], limit });
  return hits.map(({ path }) => path);
}

it.each([
  'where is getWithRetry defined?',
  'what does getWithRetry do',
  'how is `getWithRetry` implemented',
  'how does getWithRetry work',
  'definition of getWithRetry',
  'show me getWithRetry',
  'wo ist getWithRetry definiert',
  'was macht getWithRetry',
])('the definition that a question asks for leads: %s', async (query) => {
  expect((await paths(query))[0]).toBe('src/fetch.js');
});

it('a function that stands in another one is a definition where nothing else is', async () => {
  expect((await paths('what does callFormat do'))[0]).toBe('src/outer.js');
});

it.each(['who calls getWithRetry', 'where is getWithRetry used', 'callers of getWithRetry', 'wer ruft getWithRetry auf'])(
  'what uses a definition leads, code before tests and these before texts, and the definition is behind: %s',
  async (query) => {
    expect((await paths(query)).slice(0, 4)).toEqual(['src/pages.js', 'test/pages.test.js', 'CHANGES.md', 'src/fetch.js']);
  },
);

it('of a use what the query says before the name is looked for, where anything says it', async () => {
  expect((await paths('who calls limits.again'))[0]).toBe('src/uses.py');
  expect((await paths('who calls amber.again')).slice(0, 2).toSorted()).toEqual(['src/uses-other.py', 'src/uses.py']);
});

it('of a mere word nothing leads, unless it is marked', async () => {
  const marked = await paths('what does `again` do');
  expect(marked[0]).toBe('src/all.py');
  const { hits } = await bed.run({ query: 'what does again do', collections: ['code'], limit: 5, explain: true });
  expect(hits.some(({ explanation }) => explanation?.judge['named'] === 1)).toBe(false);
});

it('what uses a product that no code defines is asked for in words', async () => {
  await using other = await Testbed.open();
  await other.collection('code', [
    code('src/host.js', `function host() {\n${LONG}\n  return GitHub;\n}`, { sym: 'host' }),
    { key: 'users.md', path: 'users.md', text: '# Accounts\n\nThe users of GitHub are listed here.' },
  ]);
  const { hits } = await other.run({ query: 'users of GitHub', collections: ['code'], limit: 5 });
  expect(hits[0]?.path).toBe('users.md');
});

it('is judged with the best also where a long list is asked for', async () => {
  const first = await paths('who calls getWithRetry');
  expect((await paths('who calls getWithRetry', 60)).slice(0, 4)).toEqual(first.slice(0, 4));
});
