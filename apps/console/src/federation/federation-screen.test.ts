import { describe, expect, it } from 'vitest';
import { seriousFaults } from '../browser/accessibility.fixture.js';
import { useConsole } from '../browser/console-bed.fixture.js';
import { notesOnThreeSubjects } from '../browser/see-why.fixture.js';

const started = useConsole({ files: notesOnThreeSubjects() });

describe('the federation view', { timeout: 180_000 }, () => {
  it('makes the reason of one answer plain: plan, lanes, steps, contributions and signals', async () => {
    const { page, complaints } = await started().open('/federation?q=boiler+pressure&c=auto');
    await page.getByRole('heading', { name: 'From candidates to hits' }).waitFor();
    expect(await page.locator('[data-step]').evaluateAll((steps) => steps.map((step) => step.getAttribute('data-step')))).toEqual([
      'nominate',
      'conditions',
      'judge',
      'min_relevance',
      'collapse',
      'per_document',
      'diversity',
      'page',
    ]);
    expect(await page.getByRole('region', { name: 'Plan' }).innerText()).toMatch(/handbook-docs/);
    expect(await page.getByRole('region', { name: 'Lanes' }).innerText()).toMatch(/\d+ in \d+\.\d ms/);
    expect(await page.locator('[data-collection=handbook-docs]').innerText()).toMatch(/\d+ of \d+ hits/);
    expect(await page.getByRole('region', { name: 'Hits, and what the judge saw' }).innerText()).toMatch(/judge placed it 1/);
    expect(complaints).toEqual([]);
  });

  it('says why a document is not in the answer', async () => {
    const { page } = await started().open('/federation?q=boiler+pressure&c=*');
    await page.getByLabel(/Address of the document/).fill('tributary://handbook-docs/handbook/never.md');
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('[data-verdict=unknown]').waitFor();
  });

  it('says while the answer is still that to the question before, and keeps no verdict of it', async () => {
    const { page } = await started().open('/federation?q=boiler+pressure&c=*');
    const uri = await page.locator('.reason code').first().innerText();
    await page.getByLabel(/Address of the document/).fill(uri);
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('[data-verdict]').waitFor();
    const gate = Promise.withResolvers<undefined>();
    await page.route('**/api/search', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByLabel('Question').fill('travel budget');
    await page.getByRole('status').getByText('Searching …').waitFor();
    expect(await page.locator('[aria-busy=true]').count()).toBe(1);
    expect(await page.locator('[data-verdict]').count()).toBe(0);
    expect(await page.getByLabel(/Address of the document/).inputValue()).toBe(uri);
    gate.resolve(undefined);
    await page
      .getByRole('status')
      .getByText(/hits from/)
      .waitFor();
    const hit = page.locator('.reason').first().getByRole('link');
    await hit.click();
    await page.getByRole('complementary', { name: 'Document' }).locator('.passage').waitFor();
  });

  it('says why a question is not asked', async () => {
    const { page } = await started().open('/federation?q=boiler&d=abc');
    expect(await page.getByRole('alert').innerText()).toContain('diversity: ');
  });

  it('is loaded once more where it could not be loaded', async () => {
    const { page } = await started().open('/');
    const files = '**/assets/federation*';
    await page.route(files, (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Federation' }).click();
    await page.getByRole('button', { name: 'Load the page anew' }).waitFor();
    await page.unroute(files);
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').waitFor();
    await page.getByRole('link', { name: 'Federation' }).click();
    await page.getByRole('heading', { name: 'Federation' }).waitFor({ timeout: 10_000 });
  });

  it('has no serious fault in light and dark, wide and narrow', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await started().open('/federation?q=budget', { width: colorScheme === 'light' ? 1280 : 390, colorScheme });
      await page.getByRole('heading', { name: 'From candidates to hits' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  });
});
