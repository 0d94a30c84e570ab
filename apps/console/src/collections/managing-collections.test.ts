import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localOwner } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useConsole } from '../browser/console-bed.fixture.js';
import { farSupply, startFarServers } from './far-collections.fixture.js';

let far: Awaited<ReturnType<typeof startFarServers>> | undefined;
const started = useConsole({
  files: { 'a.md': '# Keys\n\nRotate the keys every month.\n', 'b.md': '# Fog\n\nThe fog came in at dawn.\n' },
  env: async () => {
    if (farSupply.kind === 'none') return {};
    far = await startFarServers(farSupply.command);
    return far.settings;
  },
});
afterAll(() => far?.stop());
beforeEach((context) => {
  if (farSupply.kind === 'none') context.skip(farSupply.reason);
});

const owner = () => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });

async function open(screen: 'Collections' | 'Sources'): Promise<Page> {
  const { page } = await started().open('/sign-in');
  await page.getByLabel('Token').fill(started().token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('owner', { exact: true }).waitFor();
  await page.getByRole('link', { name: screen }).click();
  return page;
}

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const shows = (within: Locator, text: RegExp) => eventually(async () => text.test(await within.innerText()), 60_000);

describe('whoever manages collections in the console', { timeout: 240_000 }, () => {
  it('adopts one of another program after reading what was found, and finds what is in it', async () => {
    const page = await open('Collections');
    await page.getByRole('button', { name: /^Adopt .*tickets$/ }).click({ timeout: 60_000 });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 points. Nothing is written to them.').waitFor();
    await dialog.getByRole('button', { name: 'Adopt' }).click();
    await shows(card(page, 'tickets'), /far, adopted/);
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').fill('printer out of paper');
    await page.locator('[data-hit]', { hasText: 'The printer of the hall' }).waitFor();
  });

  it('gives one new vectors by another model, and brings the former back', async () => {
    const page = await open('Collections');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Re-embed handbook-docs' }).click();
    await dialog.getByLabel('Model').selectOption('sample');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await shows(card(page, 'handbook-docs'), /sample · 16/);
    await page.getByRole('button', { name: 'Re-embed handbook-docs' }).click();
    await dialog.getByRole('button', { name: 'Bring the former vectors back' }).click();
    await shows(card(page, 'handbook-docs'), /static · 256/);
  });

  it('moves one to another engine, where it answers as before', async () => {
    const page = await open('Collections');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Move or copy handbook-docs' }).click();
    expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
    const undo = dialog.getByRole('button', { name: 'Undo the last move' });
    expect(await undo.count()).toBe(0);
    await dialog.getByLabel('Name').fill('keys-and-fog');
    await dialog.getByText(/handbook-docs stays, both are searched/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Copy', exact: true }).isEnabled()).toBe(true);
    await dialog.getByLabel('Name').fill('handbook-docs');
    await dialog.getByLabel('Engine').selectOption('far');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await shows(card(page, 'handbook-docs'), /Passages\s+2[\s\S]*Engine\s+far/);
    await page.getByRole('button', { name: 'Move or copy handbook-docs' }).click();
    await undo.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').fill('fog at dawn');
    await page.locator('[data-hit]', { hasText: 'The fog came in' }).waitFor();
  });

  it('sees why a document failed, and redrives it when that is mended', async () => {
    far?.model.break({ kind: 'status', status: 401 });
    await started().operations.ingestDocuments(
      [{ v: 1, collection: 'letters', id: 'one', content: 'Dear all, the hall is closed.' }],
      owner(),
    );
    const page = await open('Sources');
    await page.getByLabel('Show').selectOption('dead');
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Redrive/ }) });
    await shows(row.first(), /EMBEDDER\.DENIED/);
    far?.model.mend();
    await row.getByRole('button', { name: /^Redrive/ }).click();
    await page.getByLabel('Show').selectOption('all');
    await page.getByRole('link', { name: 'Collections' }).click();
    await shows(card(page, 'letters'), /Passages\s+1/);
  });

  it('redrives all that failed, also those that the list has no room for', async () => {
    far?.model.break({ kind: 'status', status: 401 });
    const letters = Array.from({ length: 130 }, (_, n) => n.toString());
    await started().operations.ingestDocuments(
      letters.map((n) => ({ v: 1, collection: 'letters', id: `many-${n}`, content: `Dear ${n}, the hall is closed.` })),
      owner(),
    );
    await eventually(async () => {
      expect(await started().operations.listJobs({ state: 'dead', limit: 1000 }, owner())).toHaveLength(letters.length);
    });
    const page = await open('Sources');
    await page.getByLabel('Show').selectOption('dead');
    await page.getByText('The latest 100 are listed.').waitFor();
    far?.model.mend();
    await page.getByRole('button', { name: 'Redrive all that failed' }).click();
    await page.getByText('None.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Collections' }).click();
    await shows(card(page, 'letters'), /Passages\s+13\d/);
  });

  it('reads at a source which of its documents failed, and why', async () => {
    far?.model.break({ kind: 'status', status: 401 });
    const folder = join(started().folder, '../post');
    await mkdir(folder);
    await writeFile(join(folder, 'monday.md'), '# Monday\n\nThe post comes at ten.\n');
    await started().operations.addSource({ location: folder, collection: 'letters', trusted_path: true, wait_ms: 0 }, owner());
    const page = await open('Sources');
    await card(page, 'post').getByText('The one that failed').click({ timeout: 60_000 });
    await shows(card(page, 'post'), /monday\.md.*EMBEDDER\.DENIED/s);
    far?.model.mend();
  });
});
