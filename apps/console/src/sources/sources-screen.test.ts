import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localOwner } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { seriousFaults } from '../browser/accessibility.fixture.js';
import { useConsole } from '../browser/console-bed.fixture.js';

const started = useConsole({ files: { 'a.md': '# Tides\n\nHigh water is at noon.\n' } });

async function signedIn() {
  const opened = await started().open('/sign-in');
  await opened.page.getByLabel('Token').fill(started().token);
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.getByText('owner', { exact: true }).waitFor();
  await opened.page.getByRole('link', { name: 'Sources' }).click();
  return opened;
}

describe('the sources screen', { timeout: 120_000 }, () => {
  it('takes a folder in, shows its job as it goes, and what became of it', async () => {
    const folder = join(started().folder, '../logbook');
    await mkdir(folder);
    await writeFile(join(folder, 'log.md'), '# Log\n\nThe fog came in at dawn.\n');
    const { page, complaints } = await signedIn();
    await page.getByLabel('Folder, file or address on the server').fill(folder);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('heading', { name: 'logbook' }).waitFor();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'logbook' }) });
    await card.getByText(/\b1 document(?!s)/u).waitFor();
    // It has no code.
    await card.getByText('→ logbook-docs').waitFor();
    expect(await page.getByText('logbook-code').count()).toBe(0);
    await page
      .getByRole('region', { name: 'List of jobs' })
      .getByRole('rowheader', { name: /read-local/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('names the files that are left out', async () => {
    const folder = join(started().folder, '../attic');
    await mkdir(folder);
    await writeFile(join(folder, 'log.md'), '# Log\n\nThe fog came in at dawn.\n');
    await writeFile(join(folder, 'scan.pdf'), '%PDF-1.4\nnothing more');
    const { page } = await signedIn();
    await page.getByLabel('Folder, file or address on the server').fill(folder);
    await page.getByRole('button', { name: 'Add' }).click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'attic' }) });
    await card.getByText('Left out: 1 damaged.').click();
    await card.getByText('scan.pdf').waitFor();
  });

  it('pauses a source, lets it go on, and removes it after its name is typed', async () => {
    const { page } = await signedIn();
    await page.getByRole('button', { name: 'Pause: handbook' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume: handbook' }).click();
    await page.getByRole('button', { name: 'Pause: handbook' }).waitFor();
    await page.getByRole('button', { name: 'Remove handbook' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('handbook');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'handbook', exact: true }).waitFor({ state: 'detached' });
  });

  it('deletes what is gone only after it said how much, and the name was typed', async () => {
    const folder = join(started().folder, '../pier');
    await mkdir(folder);
    await writeFile(join(folder, 'pier.md'), '# Pier\n\nThe pier is closed in storms.\n');
    const { page } = await signedIn();
    await page.getByLabel('Folder, file or address on the server').fill(folder);
    await page.getByLabel('Collection').fill('harbour');
    await page.getByRole('button', { name: 'Add' }).click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'pier' }) });
    await card.getByText(/\b1 document(?!s)/u).waitFor();
    expect(await page.getByLabel('Collection').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Remove pier' }).click();
    await page.getByRole('dialog').getByText('Its document can no longer be found.').waitFor();
    await page.keyboard.press('Escape');
    await rm(join(folder, 'pier.md'));
    await page.getByRole('button', { name: 'Sync: pier' }).click();
    await page.getByRole('button', { name: 'Delete what is gone: pier' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.innerText()).toMatch(/1 documents are known of it\. Nothing was deleted\.\s+1 document of 1 .*not mounted/);
    expect(await page.getByText('tributary sources confirm').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('pier');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await card.getByText(/\b0 documents/u).waitFor();
    await rm(folder, { recursive: true });
    await page.getByRole('button', { name: 'Sync: pier' }).click();
    await card.getByText(/cannot be read .*or remove the source\.$/u).waitFor();
    expect(await page.getByRole('button', { name: 'Delete what is gone: pier' }).count()).toBe(0);
  });

  it('says of what was not done that it is for one to try again', async () => {
    const { page } = await signedIn();
    await page.route('**/api/sources', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
    );
    await page.getByLabel('Folder, file or address on the server').fill('/somewhere');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('The server does not answer. Once it does, look whether this was done, and try again.').waitFor();
  });

  it('tells a guest what he may add, and how to come to add more', async () => {
    const { page } = await started().open('/sources');
    await page.getByText('A guest adds web addresses').waitFor();
    expect(await page.getByRole('link', { name: 'sign in', exact: true }).getAttribute('href')).toBe('/sign-in');
  });

  it('follows the jobs in any number of tabs by one connection, which another tab takes over', async () => {
    const { page: first } = await started().open('/sources');
    const rows = (tab: typeof first) => tab.getByRole('region', { name: 'List of jobs' }).getByRole('rowheader');
    await rows(first).first().waitFor();
    const tabs = [];
    // A browser opens six connections to a server.
    for (let n = 0; n < 7; n += 1) {
      const tab = await first.context().newPage();
      await tab.goto(`${started().url}/sources`);
      await rows(tab).first().waitFor();
      tabs.push(tab);
    }
    await first.close();
    const owner = { principal: localOwner, signal: AbortSignal.timeout(60_000) };
    await started().operations.ingestDocuments(
      [{ v: 1, collection: 'letters', id: 'pelican', content: 'Dear all, the hall is closed.' }],
      owner,
    );
    for (const tab of tabs)
      await tab
        .getByText(/pelican/)
        .first()
        .waitFor();
  });

  it('shares the connection with tabs of the same caller alone', async () => {
    const { page } = await signedIn();
    const rows = page.getByRole('region', { name: 'List of jobs' }).getByRole('rowheader');
    await rows.first().waitFor();
    const turns = () => page.evaluate(async () => [...((await navigator.locks.query()).held ?? [])].map(({ name }) => name));
    expect(await turns()).toEqual(['tributary-jobs:all:owner']);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    await page.goto(`${started().url}/sources`);
    await rows.first().waitFor();
    expect(await turns()).toEqual(['tributary-jobs:all:loopback']);
  });

  it('follows the jobs where the browser keeps nothing for the site', async () => {
    const { page } = await started().open('/');
    await page.addInitScript(() => {
      navigator.locks.request = () => Promise.reject(new DOMException('Access is denied for this document.', 'SecurityError'));
    });
    await page.goto(`${started().url}/sources`);
    await page.getByRole('region', { name: 'List of jobs' }).getByRole('rowheader').first().waitFor();
  });

  it('ends the connection of a tab that is out of sight, and goes on when it is seen again', async () => {
    const { page } = await started().open('/sources');
    await page.getByRole('region', { name: 'List of jobs' }).getByRole('rowheader').first().waitFor();
    const turn = (state: 'hidden' | 'visible') =>
      page.evaluate((to) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: to });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const isStream = (request: { url: () => string }) => request.url().includes('/api/jobs');
    const ended = page.waitForEvent('requestfailed', isStream);
    await turn('hidden');
    await ended;
    const again = page.waitForRequest(isStream);
    await turn('visible');
    await again;
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('has no serious fault of accessibility in %s colours at %i pixels', async (colorScheme, width) => {
    const { page } = await started().open('/sources', { colorScheme, width });
    await page.getByRole('region', { name: 'List of jobs' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
