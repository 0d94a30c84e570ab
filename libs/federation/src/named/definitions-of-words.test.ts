import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG, code } from '../testbed/code-document.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';

/** So many use a name more often than its definition does that no lane names that. */
const USES = Array.from({ length: 150 }, (_, n) => {
  const at = n.toString();
  return code(
    `src/use-${at}.js`,
    `const pool${at} = new Pool(Pool, Pool);\nredirect(redirect, redirect);\nwait(pool, Pool, redirect, ${at});`,
  );
});

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('code', [
    ...USES,
    code('src/agent.js', `const Agent = require('./dispatcher/agent');\nAgent(Agent, Agent);`),
    code('src/dispatcher/agent.js', `class Agent {\n  constructor() {\n${LONG}\n  }\n}`, { symbols: ['Agent', 'constructor'] }),
    code('src/dispatcher/base.js', `class Pool {\n  constructor() {\n${LONG}\n  }\n}`, { sym: 'Pool' }),
    code('test/base.test.js', `class Pool {\n  constructor() {}\n}`, { sym: 'Pool' }),
    code('src/answers.go', `func (c *Context) redirect(code int) {\n${LONG}\n}`, { sym: 'redirect', scope: 'Context' }),
    code('src/kinds.ts', '// Class Socket is a class: class Socket.\nexport interface Socket {}', { sym: 'Socket' }),
    code('src/socket.js', `class Socket {\n${LONG}\n}`, { sym: 'Socket' }),
    code('src/answer.js', `export function redirect(code) {\n${LONG}\n}`, { sym: 'redirect' }),
  ]);
  await bed.collection('docs', [
    { key: 'pool.md', path: 'pool.md', title: 'Pool', text: '# Pool\n\nA pool keeps connections. The pool is bounded.' },
    {
      key: 'redirect.md',
      path: 'redirect.md',
      title: 'Redirect',
      text: '# Redirect\n\nA redirect sends whoever asks elsewhere: redirect or answer.',
    },
    { key: 'other.md', path: 'other.md', title: 'Redirect again', text: '# Redirect again\n\nA redirect may lead to a redirect.' },
    { key: 'third.md', path: 'third.md', title: 'Redirect loops', text: '# Redirect loops\n\nA redirect that leads to its redirect.' },
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function paths(query: string, collections = ['code']) {
  const { hits } = await bed.run({ query, collections, limit: 5 });
  return hits.map(({ path }) => path);
}

it.each([
  ['Pool', 'src/dispatcher/base.js'],
  ['class Pool', 'src/dispatcher/base.js'],
  ['export class Pool {', 'src/dispatcher/base.js'],
  ['Pool()', 'src/dispatcher/base.js'],
  ['Agent', 'src/dispatcher/agent.js'],
  ['Agent()', 'src/dispatcher/agent.js'],
  ['redirect', 'src/answer.js'],
  ['function redirect', 'src/answer.js'],
  ['func redirect', 'src/answers.go'],
  ['class Socket', 'src/socket.js'],
  ['interface Socket', 'src/kinds.ts'],
])('of code the definition leads for %s, though no lane names it', async (query, path) => {
  expect((await paths(query))[0]).toBe(path);
});

it('of a word stands behind the documents that are judged best, as the third at the latest', async () => {
  const [first, second, third] = await paths('redirect', ['code', 'docs']);
  expect([first, second].every((path) => path?.endsWith('.md'))).toBe(true);
  expect(third).toBe('src/answer.js');
});

it('of a word takes the place of no document among the first three', async () => {
  await using other = await Testbed.open();
  await other.collection('code', [
    code('src/use.js', 'settle(settle);\nsettle.settle = settle;'),
    code('src/uses.js', 'settle(settle, settle);\nsettle.settle(settle);'),
    code('src/settle.js', `export function settle(code) {\n${LONG}\n}`, { sym: 'settle' }),
    { key: 'note.md', path: 'note.md', text: 'Where they settle they settle, and they settle late.' },
  ]);
  const judged = await other.run({ query: 'settle ?', collections: ['code'], limit: 5 });
  const { hits } = await other.run({ query: 'settle', collections: ['code'], limit: 5 });
  expect(judged.hits[2]?.path).toBe('note.md');
  expect(hits.slice(0, 2).map(({ path }) => path)).toEqual(['src/settle.js', 'note.md']);
});

it.each(['function redirect()', 'export function redirect', 'func redirect'])(
  'of a word written as only code writes it leads before documents: %s',
  async (query) => {
    expect((await paths(query, ['code', 'docs']))[0]).toMatch(/^src\/answer/u);
  },
);

it('of a word behind a keyword that text has as well stands among the documents that are judged best', async () => {
  const three = (await paths('function redirect', ['code', 'docs'])).slice(0, 3);
  expect(three).toContain('src/answer.js');
  expect(three.filter((path) => path?.endsWith('.md'))).toHaveLength(2);
});

it('is none of words of text where nothing is defined by the keyword among them', async () => {
  await using other = await Testbed.open();
  const titles = ['Enum values', 'Type guards', 'Type inference', 'Interface design', 'Abstract class methods'];
  const methods = Array.from({ length: 5 }, (_, n) =>
    code(
      `src/map${n.toString()}.ts`,
      `export class Map${n.toString()} {\n  values() {\n    return this.methods();\n  }\n  methods() {}\n}`,
      {
        symbols: ['values', 'methods'],
      },
    ),
  );
  await other.collection('code', [
    ...methods,
    code('src/router.ts', 'export const guards = [isAdmin];\nexport const design = 3;\nfor (const one of guards) use(one, design);'),
    code('src/infer.py', 'inference = infer(text)'),
    ...titles.map((title) => ({
      key: `On ${title}.md`,
      path: `On ${title}.md`,
      title: `On ${title}`,
      text: `# On ${title}\n\nThis page of the guide is about ${title.toLowerCase()}.`,
    })),
  ]);
  for (const title of titles) {
    const { hits } = await other.run({ query: title.toLowerCase(), collections: ['code'], limit: 3, explain: true });
    expect(hits[0]?.path).toBe(`On ${title}.md`);
    expect(hits.some(({ explanation }) => explanation?.judge['named'] === 1)).toBe(false);
  }
});

it('is said to lead, as is the page of that name before it, and scores stay in order', async () => {
  const { hits } = await bed.run({ query: 'redirect', collections: ['code', 'docs'], limit: 10, explain: true });
  expect(hits.map(({ explanation }) => explanation?.judge['named'])).toEqual([1, undefined, 1, ...hits.slice(3).map(() => undefined)]);
  const scores = hits.map(({ explanation }) => explanation?.judge['score'] ?? 0);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

it('is looked for within the filter of the request', async () => {
  const filter = { must_not: [{ key: 'path', match: { value: 'src/dispatcher/base.js' } }] };
  const { hits } = await bed.run({ query: 'Pool', collections: ['code'], limit: 3, filter });
  expect(hits[0]?.path).toBe('test/base.test.js');
});

it('is none where the word has another case, or more is asked', async () => {
  expect((await paths('pool'))[0]).not.toBe('src/dispatcher/base.js');
  expect((await paths('pools of Pool'))[0]).not.toBe('src/dispatcher/base.js');
});

it('is judged with the best also where a long list is asked for', async () => {
  const judged = async (limit: number) => {
    const { hits } = await bed.run({ query: 'Pool', collections: ['code'], limit, explain: true });
    return hits.slice(0, 3).map(({ path, explanation }) => ({ path, own: explanation?.judge['own'] }));
  };
  const short = await judged(5);
  expect(short[0]?.path).toBe('src/dispatcher/base.js');
  expect(await judged(60)).toEqual(short);
});
