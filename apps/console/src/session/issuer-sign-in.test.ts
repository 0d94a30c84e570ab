import { startIdentityProvider, type IdentityProvider } from '@tributary/testing';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { seriousFaults } from '../browser/accessibility.fixture.js';
import { useConsole } from '../browser/console-bed.fixture.js';

let provider: IdentityProvider | undefined;
const started = useConsole({
  files: { 'shared.md': '# Lanterns\n\nThe lanterns of the hall are lit at dusk.\n' },
  env: async (url) => {
    const browsers = { id: 'console', redirectUri: `${url}/api/session/callback` };
    provider = await startIdentityProvider({ resource: url, clients: {}, browsers });
    const oauth = { ISSUER: provider.issuer, RESOURCE: url, CONSOLE__CLIENT_ID: browsers.id };
    return Object.fromEntries(Object.entries(oauth).map(([name, value]) => [`TRIBUTARY_ACCESS__OAUTH__${name}`, value]));
  },
});
afterAll(() => provider?.stop());

const issuer = () => provider ?? expect.fail('The provider did not start.');
const entrance = (page: Page) => page.getByRole('link', { name: /^Sign in at 127\.0\.0\.1/ });

/** A page in a browser that nobody signed in with yet. The provider’s own pages would wait for a font of another server. */
async function open(path: string): Promise<Page> {
  const { page } = await started().open(path);
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
  await entrance(page).waitFor();
  return page;
}

async function signInAs(page: Page, user: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(user);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByText(user, { exact: true }).waitFor();
}

/** Stores a note as whoever is signed in, by the page’s own server. */
async function store(page: Page, text: string): Promise<void> {
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/store', { method: 'POST', headers, body })).status;
    },
    JSON.stringify({ text, collection: 'notes' }),
  );
  expect(status).toBe(200);
}

/** All that the search shows once this word is among it. */
async function hits(page: Page, query: string, awaited: string): Promise<string> {
  await page.getByRole('searchbox').fill(query);
  await page.locator('[data-hit]', { hasText: awaited }).first().waitFor();
  return page.locator('main').innerText();
}

describe('signing in at the issuer', { timeout: 240_000 }, () => {
  it('shows each of two users his own notes and never the other’s', async () => {
    const [ada, bob] = [await open('/?q=lanterns'), await open('/')];
    expect(await seriousFaults(ada)).toEqual([]);
    await entrance(ada).click();
    await signInAs(ada, 'ada');
    expect(ada.url()).toBe(`${started().url}/?q=lanterns`);
    await entrance(bob).click();
    await signInAs(bob, 'bob');
    await store(ada, 'Ada keeps the kestrelquux lanterns in the cellar.');
    await store(bob, 'Bob keeps the ospreyzalm lanterns in the attic.');
    const [ofAda, ofBob] = [await hits(ada, 'keeps the lanterns', 'kestrelquux'), await hits(bob, 'keeps the lanterns', 'ospreyzalm')];
    expect([ofAda.includes('kestrelquux'), ofAda.includes('ospreyzalm'), ofAda.includes('hall')]).toEqual([true, false, true]);
    expect([ofBob.includes('kestrelquux'), ofBob.includes('ospreyzalm'), ofBob.includes('hall')]).toEqual([false, true, true]);
    // The tool of assistants that the playground asks counts the session, too.
    await bob.goto(`${started().url}/playground?q=lanterns&a=rrf&b=keyword`);
    await bob.getByText('ospreyzalm').first().waitFor();
    expect(await bob.locator('main').innerText()).not.toContain('kestrelquux');
    await bob.goto(`${started().url}/collections`);
    await bob.getByText('notes', { exact: true }).first().waitFor();
    const kept = await ada.evaluate(() => document.cookie + JSON.stringify([localStorage, sessionStorage]));
    expect(kept).not.toMatch(/eyJ|tributary_/);
  });

  it('ends by signing out, shows the way out of the issuer, and lets another account in', async () => {
    const page = await open('/');
    await entrance(page).click();
    await signInAs(page, 'carol');
    await store(page, 'Carol hides the merlingrobe in the garden.');
    expect(await hits(page, 'merlingrobe', 'merlingrobe')).toContain('Carol hides');
    await page.getByRole('button', { name: 'Sign out' }).click();
    const out = page.getByRole('link', { name: 'sign out there, too' });
    expect(await out.getAttribute('href')).toBe(`${issuer().issuer}/session/end?client_id=console`);
    await page.getByRole('link', { name: 'with another account' }).click();
    await signInAs(page, 'dave');
    expect(await hits(page, 'merlingrobe hidden in the garden, lanterns', 'dusk')).not.toContain('Carol hides');
  });

  it('that the user breaks off is told with what to do next, and a session that is over leads back to it', async () => {
    const page = await open('/sources');
    await entrance(page).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('did not let you in');
    await entrance(page).click();
    await signInAs(page, 'erin');
    expect(page.url()).toBe(`${started().url}/sources`);
    // The session is over behind the page’s back, which may notice before the click.
    await page.context().clearCookies();
    await Promise.any([entrance(page).waitFor(), page.getByRole('link', { name: 'Collections' }).click()]);
    await entrance(page).waitFor();
  });
});
