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

  it('has no serious fault in light and dark, wide and narrow', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await started().open('/federation?q=budget', { width: colorScheme === 'light' ? 1280 : 390, colorScheme });
      await page.getByRole('heading', { name: 'From candidates to hits' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  });
});
