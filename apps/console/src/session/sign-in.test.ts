import { describe, expect, it } from 'vitest';
import { seriousFaults } from '../browser/accessibility.fixture.js';
import { useConsole } from '../browser/console-bed.fixture.js';

const started = useConsole({ files: { 'a.md': '# Tides\n\nHigh water is at noon.\n' }, env: { TRIBUTARY_ACCESS__GUESTS: 'false' } });

describe('signing in', { timeout: 120_000 }, () => {
  it('is asked first where the server takes no guests, and by nobody who guesses', async () => {
    const { page } = await started().open('/?q=tides');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('Token').fill('guessed');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('AUTH.TOKEN_INVALID');
    await page.getByLabel('Token').fill(started().token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('searchbox').fill('high water');
    await page.locator('[data-hit]').first().waitFor();
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('leads to a screen of assistants with a place for the token each of them needs', async () => {
    const { page } = await started().open('/sign-in');
    await page.getByLabel('Token').fill(started().token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Assistants' }).click();
    const line = page.getByLabel('For Claude Code', { exact: true });
    await page.getByText('This server asks for a token').waitFor();
    expect(await line.innerText()).toContain('--header "Authorization: Bearer <token>"');
    expect(await page.content()).not.toContain(started().token);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('by a link that is used up says so, and the code leaves the address', async () => {
    const { page } = await started().open(`/sign-in#${'0'.repeat(64)}`);
    expect(await page.getByRole('alert').innerText()).toContain('used before or has expired');
    expect(page.url()).toBe(`${started().url}/sign-in`);
  });
});
