import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { allQueues } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { docsFolder } from './pages.js';

const textOf = (path: string) => readFile(new URL(path, docsFolder), 'utf8');

async function chapter(): Promise<string> {
  const [, after = ''] = (await textOf('operations.md')).split('\n## Upgrading and going back\n');
  return after.split('\n## ')[0] ?? '';
}

it.each(['../README.md', '../CHANGELOG.md', 'deploying.md'])('%s leads to what an upgrade asks for, and to the way back', async (page) => {
  expect(await textOf(page)).toContain('operations.md#upgrading-and-going-back');
  expect(await chapter()).toContain('**Going back**');
});

it('the chapter on upgrades names files, pages and queues that are there', async () => {
  const text = await chapter();
  const pages = [...text.matchAll(/\]\(([^)#]+)/gu)].map(([, page = '']) => page);
  const files = [...text.matchAll(/(?:docker|k8s)\/[\w./-]+\.(?:sh|yaml|acl)/gu)].map(([file]) => `../${file}`);
  expect([...pages, ...files].filter((path) => !existsSync(new URL(path, docsFolder)))).toEqual([]);
  expect(pages.length * files.length).toBeGreaterThan(0);
  const known = new Set<string>(allQueues.map(({ name }) => name));
  const queues = [...text.matchAll(/`((?:sync|read)-\w+)`/gu)].map(([, queue = '']) => queue);
  expect([queues.length, queues.filter((queue) => !known.has(queue))]).toEqual([4, []]);
});
