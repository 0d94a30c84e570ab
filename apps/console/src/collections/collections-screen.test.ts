import { localOwner } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { seriousFaults } from '../browser/accessibility.fixture.js';
import { useConsole } from '../browser/console-bed.fixture.js';

const started = useConsole({ files: { 'a.md': '# Keys\n\nRotate the keys every month.\n', 'b.ts': 'export const rotated = true;\n' } });

describe('the collections screen', { timeout: 120_000 }, () => {
  it('shows every collection with its counts, model, engine and health', async () => {
    const { page, complaints } = await started().open('/collections');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'handbook-docs' }) });
    await card.waitFor();
    expect(await card.innerText()).toMatch(/ready[\s\S]*Passages\s+1[\s\S]*Documents\s+1[\s\S]*static · 256[\s\S]*main/);
    await page.getByRole('list', { name: 'Engines and models' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says of which collections the numbers are not those of now, and what its sum leaves out', async () => {
    const { page } = await started().open('/collections');
    const [one, ...others] = await started().operations.listCollections({ principal: localOwner, signal: AbortSignal.timeout(30_000) });
    const reason = 'what you may see in it is still being counted: ask again for the numbers';
    let rows: readonly object[] = [
      { ...one, documents: 0, chunks: 0, counted: 'not_yet', status_reason: reason },
      ...others.map((other) => ({ ...other, documents: 1200, chunks: 3400, counted: 'earlier' })),
    ];
    await page.route('**/api/collections', (route) => route.fulfill({ json: { collections: rows } }));
    await page.reload();
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
    await page.getByText('Not counted: what 1 collection of these holds.').waitFor();
    const [first = '', second = ''] = await cards.allInnerTexts();
    expect(first).toMatch(/what you may see in it is still being counted\n[\s\S]*Passages\s+not counted\s+Documents\s+not counted/);
    expect(second).toMatch(/Passages\s+3,400, counted earlier\s+Documents\s+1,200, counted earlier/);
    expect(await seriousFaults(page)).toEqual([]);
    // What is counted then has not come since the screen was opened.
    rows = [{ ...one, documents: 7, chunks: 9 }, ...others];
    await cards.first().getByText('9', { exact: true }).waitFor();
    expect(await page.getByText('Not counted').count()).toBe(0);
  });

  it('offers a guest nothing that only the owner may, and says how to become him', async () => {
    const { page } = await started().open('/collections');
    await page.getByRole('button', { name: 'Describe handbook-docs' }).waitFor();
    expect(await page.getByText(/deleting needs the scope/).innerText()).toContain('sign in by the link');
    expect(await page.getByRole('button', { name: /^(?:Delete|Move|Re-embed|Adopt) / }).count()).toBe(0);
  });

  it('takes nobody for the owner whose session is over, and says so', async () => {
    const { page } = await started().open('/sign-in');
    await page.getByLabel('Token').fill(started().token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('button', { name: 'Delete handbook-docs' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${started().url}/`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    // As a browser tells a tab that comes to the front.
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await page.getByText('Your session is over').waitFor({ timeout: 10_000 });
    expect(await page.getByRole('button', { name: /^(?:Delete|Move|Re-embed|Adopt) / }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'sign in again' }).getAttribute('href')).toBe('/sign-in?next=%2Fcollections');
  });

  it('follows a copy at the collection it is made of, and ends the copy', async () => {
    const { page } = await started().open('/sign-in');
    const copy = { collection: 'archive', from: 'main/handbook-docs', to: 'main/archive', state: 'running', phase: 'copying' };
    const figures = { documents: { done: 4, total: 12 }, copied: 4, passes: 0, started_at: '2026-01-01T00:00:00.000Z' };
    const job = { id: 'maintenance.1', queue: 'maintenance', state: 'active', attempts: 1, created_at: figures.started_at };
    await page.route('**/api/jobs?*', (route) => route.fulfill({ json: { jobs: [job] } }));
    await page.route('**/api/collections/handbook-docs/migrate', (route) => route.fulfill({ json: { ...copy, ...figures } }));
    await page.getByLabel('Token').fill(started().token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('owner', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Collections' }).click();
    await page.getByText('main/handbook-docs → main/archive: copying').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ to: 'main/archive', cancel: true });
    // Nothing is being copied there.
    await page.getByText('archive is not being moved.').waitFor();
  });

  it('lets the owner describe one and delete one, after typing its name', async () => {
    const { page, complaints } = await started().open('/sign-in');
    await page.getByLabel('Token').fill(started().token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('owner', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('button', { name: 'Describe handbook-docs' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('How keys are rotated.');
    await page.getByRole('button', { name: 'Save' }).click();
    // By its paragraph: the dialog's own field holds the same words until it has closed.
    await page.getByRole('paragraph').filter({ hasText: 'How keys are rotated.' }).waitFor();
    await page.getByRole('button', { name: 'Delete handbook-code' }).click();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('textbox').fill('handbook-code');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'handbook-code', exact: true }).waitFor({ state: 'detached' });
    // While documents are deleted a move is looked for, and a browser notes every 404 by itself.
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
  });

  it('asks after no moves where nothing is moved', async () => {
    const { page, complaints } = await started().open('/sign-in');
    await page.getByLabel('Token').fill(started().token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('owner', { exact: true }).waitFor();
    const job = { id: 'maintenance.1', queue: 'maintenance', state: 'done', attempts: 1, created_at: '2026-01-01T00:00:00.000Z' };
    await page.route('**/api/jobs?*', (route) => route.fulfill({ json: { jobs: [job] } }));
    const asked = page.waitForResponse((response) => response.url().includes('/api/jobs?'));
    await page.getByRole('link', { name: 'Collections' }).click();
    await asked;
    await page.getByRole('heading', { name: 'handbook-docs' }).waitFor();
    await page.waitForResponse((response) => response.url().includes('/api/jobs?'));
    expect(complaints).toEqual([]);
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has no serious fault of accessibility in %s colours at %i pixels', async (colorScheme, width) => {
    const { page } = await started().open('/collections', { colorScheme, width });
    await page.getByRole('heading', { name: 'handbook-docs' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
