import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const folder = new URL('../../docs/adr/', import.meta.url);

/** The decisions that a page says in its head it changes, by file. */
async function changedBy(file: string): Promise<readonly string[]> {
  const [, head = ''] = /^# .*\n\nChanges: (.*)\n/u.exec(await readFile(new URL(file, folder), 'utf8')) ?? [];
  return [...head.matchAll(/\]\((\d{4}-[a-z0-9-]+\.md)\)/gu)].map(([, changed = '']) => changed);
}

it('a decision that a later one changed leads to it, so that nobody takes for true what is no longer so', async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const changes = await Promise.all(files.map(async (file) => (await changedBy(file)).map((changed) => ({ file, changed }))));
  expect(changes.flat().length).toBeGreaterThan(0);
  for (const { file, changed } of changes.flat()) {
    expect(changed < file, `${file} comes after ${changed}`).toBe(true);
    expect(await readFile(new URL(changed, folder), 'utf8'), `${changed} leads to ${file}`).toContain(`](${file})`);
  }
});

it('a decision that says what is so since a later one is named by it as changed', async () => {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.md'))) {
    const text = await readFile(new URL(file, folder), 'utf8');
    for (const [, later = ''] of text.matchAll(/\bSince \[ADR \d+\]\((\d{4}-[a-z0-9-]+\.md)\)/gu))
      if (later > file) expect(await changedBy(later), `${later} begins with "Changes: … (${file})"`).toContain(file);
  }
});
