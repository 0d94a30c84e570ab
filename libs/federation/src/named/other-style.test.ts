import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG, code } from '../testbed/code-document.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { termsOfStyles } from './other-style.js';

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('code', [
    ...Array.from({ length: 60 }, (_, n) =>
      code(
        `src/issue-${n.toString()}.js`,
        `// Finalize the issue, load the plugin, the context of a request.\nfunction part${n.toString()}() {\n  finalizeIssue(finalizeIssue, issue, finalize);\n  return load_plugins(load, plugins, ${n.toString()});\n}`,
        { sym: `part${n.toString()}` },
      ),
    ),
    code('src/issue.js', `export function finalizeIssue(issue) {\n${LONG}\n}`, { sym: 'finalizeIssue' }),
    code('src/plugins.py', `def load_plugins(name):\n${LONG}`, { sym: 'load_plugins' }),
    code('src/both.py', 'def load_all(name):\n    return name', { sym: 'load_all' }),
    code('src/both.js', `function loadAll(name) {\n${LONG}\n}`, { sym: 'loadAll' }),
    code('src/context.py', `class RequestContext:\n${LONG}`, { sym: 'RequestContext' }),
    code('src/app.py', `def request_context(self):\n${LONG}`, { sym: 'request_context' }),
    code('src/hub.js', `export class GitHub {\n${LONG}\n}`, { sym: 'GitHub' }),
    { key: 'hub.md', path: 'hub.md', text: '# Accounts\n\nHow an account of GitHub is made.' },
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function first(query: string) {
  const { hits } = await bed.run({ query, collections: ['code'], limit: 5 });
  return hits[0]?.path;
}

it.each([
  ['finalize_issue', 'src/issue.js'],
  ['finalizeissue', 'src/issue.js'],
  ['FinalizeIssue()', 'src/issue.js'],
  ['where is finalize_issue defined', 'src/issue.js'],
  ['fix the bug in finalize_issue', 'src/issue.js'],
  ['loadPlugins', 'src/plugins.py'],
  ['what does loadPlugins return', 'src/plugins.py'],
  ['requestContext', 'src/app.py'],
])('what an identifier means in another case style leads where nothing says it so: %s', async (query, path) => {
  expect(await first(query)).toBe(path);
});

it.each([
  ['load_all', 'src/both.py'],
  ['loadAll', 'src/both.js'],
])('what is defined as it is written leads: %s', async (query, path) => {
  expect(await first(query)).toBe(path);
});

it('a word that texts say with other capitals is no class', async () => {
  const { hits } = await bed.run({ query: 'github', collections: ['code'], limit: 5, explain: true });
  expect(hits.map(({ path }) => path)).toContain('hub.md');
  expect(hits.every(({ explanation }) => explanation?.judge['named'] !== 1)).toBe(true);
});

it('has a term for each style', () => {
  expect(termsOfStyles('finalizeIssue')).toEqual([...termsOfStyles('finalize_issue')].toReversed());
  expect(termsOfStyles('HTTPStatusError')[1]).toBe(termsOfStyles('http_status_error')[0]);
  expect(termsOfStyles('retry')).toHaveLength(1);
});
