import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useConsole } from '../browser/console-bed.fixture.js';
import { notesOnThreeSubjects } from '../browser/see-why.fixture.js';

const started = useConsole({ files: notesOnThreeSubjects() });

/** A map with the layout at rest: the query is marked and its hits are listed. */
async function openMap(): Promise<Page> {
  const { page } = await started().open('/playground?q=boiler&b=none');
  await page.getByRole('region', { name: 'Ranked by hybrid' }).locator('[data-key]').first().waitFor();
  await page.getByText('Map of a collection').click();
  await page.getByRole('button', { name: /docs$/ }).click();
  await page
    .getByText(/The query, \d+ hits and \d+ neighbours of them are marked/)
    .last()
    .waitFor();
  return page;
}

/** Draws a line round the whole map. */
async function lasso(page: Page): Promise<void> {
  await page.getByLabel('Draw a line round points').check();
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The map is not on the page.');
  const [left, top, right, bottom] = [box.x + 3, box.y + 3, box.x + box.width - 3, box.y + box.height - 3];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(right, top);
  await page.mouse.move(right, bottom);
  await page.mouse.move(left, bottom);
  await page.mouse.up();
}

/** An empty canvas is packed to less. */
const LEAST_PICTURE_BYTES = 4000;

const selected = (page: Page) => page.getByRole('region', { name: 'Selection' });

describe('what is selected on the map', { timeout: 180_000 }, () => {
  it('is what a line was drawn round, in words, too; one of it can be read and searched with', async () => {
    const page = await openMap();
    await lasso(page);
    await selected(page)
      .getByText(/^\d+ selected$/)
      .waitFor();
    await selected(page).getByRole('listitem').first().getByRole('button').click();
    const point = page.getByRole('region', { name: 'Point' });
    await point.getByRole('heading').waitFor();
    await point.getByRole('button', { name: 'Search with this text' }).click();
    await eventually(() => new URL(page.url()).searchParams.get('q') !== 'boiler');
  });

  it('is searched alone when asked for', async () => {
    const page = await openMap();
    await lasso(page);
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/search') && (request.postData() ?? '').includes('has_id'));
    await selected(page).getByRole('button', { name: 'Search among these' }).click();
    expect((await (await asked).response())?.status()).toBe(200);
    await page.getByRole('region', { name: 'Ranked by hybrid' }).locator('[data-key]').first().waitFor();
    // With rrf, too, whose own tool takes no selection.
    const fused = page.waitForRequest((request) => /"algorithm":"rrf".*has_id/.test(request.postData() ?? ''));
    await page.getByLabel('Algorithm').selectOption('rrf');
    expect((await (await fused).response())?.status()).toBe(200);
    const list = page.getByRole('region', { name: 'Ranked by rrf' });
    await list.locator('[data-key]').first().waitFor();
    expect(await list.innerText()).toContain('takes neither a collection nor selected points');
    // Of another collection they would find nothing.
    await page.getByRole('combobox', { name: 'Collection', exact: true }).selectOption('handbook-code');
    await page.getByText(/^Searching among/).waitFor({ state: 'detached' });
  });

  it('is drawn by the graphics card where there is one, and without it when that is chosen', async () => {
    const page = await openMap();
    await page.locator('canvas[data-painter="webgl"]').waitFor();
    expect((await page.locator('canvas').screenshot()).length).toBeGreaterThan(LEAST_PICTURE_BYTES);
    await page.getByLabel('Without the graphics card').check();
    await page.locator('canvas[data-painter="canvas"]').waitFor();
    const coloured = () =>
      page.locator('canvas').evaluate((element) => {
        if (!(element instanceof HTMLCanvasElement)) return 0;
        const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? new Uint8ClampedArray();
        return pixels.filter((value, at) => at % 4 === 3 && value > 0).length;
      });
    await eventually(async () => (await coloured()) > 50);
    await lasso(page);
    await selected(page)
      .getByText(/^\d+ selected$/)
      .waitFor();
  });
});
