import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
