import { HttpConnection, HttpTools } from '@tributary/api-client';
import type { CollectionMap } from '@tributary/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFaults } from '../browser/accessibility.fixture.js';
import { useConsole } from '../browser/console-bed.fixture.js';
import { notesOnThreeSubjects } from '../browser/see-why.fixture.js';
import { ToolSearchAnswer } from './ranked-hit.js';

const started = useConsole({ files: notesOnThreeSubjects() });

const listOf = (page: Page, algorithm: string) => page.getByRole('region', { name: `Ranked by ${algorithm}` });
const keysOf = (page: Page, algorithm: string) =>
  listOf(page, algorithm)
    .locator('[data-key]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-key') ?? ''));

/** As the server counts them. */
async function playgroundSearches(): Promise<number> {
  const { url, token } = started();
  const page = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  return Number(/^tributary_playground_searches_total (\d+)/m.exec(page)?.[1]);
}

describe('the playground', { timeout: 180_000 }, () => {
  it('shows two algorithms side by side, with what moved and every lane’s rank and score', async () => {
    const { page, complaints } = await started().open('/playground?q=boiler+pressure&a=keyword&b=semantic');
    await listOf(page, 'semantic').locator('[data-key]').first().waitFor();
    await listOf(page, 'keyword').locator('[data-key]').first().waitFor();
    await page.getByText(/in the same place, \d+ moved/).waitFor();
    // One for each list; searches of other screens and programs are not counted.
    expect(await playgroundSearches()).toBe(2);
    expect(
      await listOf(page, 'keyword')
        .getByText(/^keyword #1 \(\d+\.\d{3}\)$/)
        .count(),
    ).toBeGreaterThan(0);
    await page.getByLabel('Beside it').selectOption('hybrid');
    await listOf(page, 'hybrid').locator('[data-key]').first().waitFor();
    expect(page.url()).toContain('b=hybrid');
    expect(complaints).toEqual([]);
  });

  it('gives with rrf and the sliders exactly what nc_semantic_search gives [002-36]', async () => {
    const before = await playgroundSearches();
    const { page } = await started().open('/playground?q=boiler+pressure&a=rrf&b=none&w=0.5,0.3,0.2');
    await listOf(page, 'rrf').locator('[data-key]').first().waitFor();
    expect(await playgroundSearches()).toBe(before + 1);
    const slider = page.getByRole('slider', { name: /fuzzy/ });
    await slider.focus();
    await page.keyboard.press('End');
    await page.waitForURL(/w=0.5%2C0.3%2C1/);
    const tools = new HttpTools(new HttpConnection({ url: started().url }));
    const sum = 0.5 + 0.3 + 1;
    const weights = { semantic_weight: 0.5 / sum, keyword_weight: 0.3 / sum, fuzzy_weight: 1 / sum };
    const asked = { query: 'boiler pressure', algorithm: 'hybrid', limit: 20, score_threshold: 0, ...weights };
    const call = { dialect: 'nextcloud', name: 'nc_semantic_search', answer: ToolSearchAnswer, signal: AbortSignal.timeout(30_000) };
    const { results } = await tools.call({ ...call, arguments: asked });
    const scores = results.map(({ score }) => `score ${score.toFixed(3)}`);
    await expect
      .poll(
        () =>
          listOf(page, 'rrf')
            .getByText(/^score /)
            .allInnerTexts(),
        { timeout: 30_000 },
      )
      .toEqual(scores);
    expect(await keysOf(page, 'rrf')).toEqual(results.map(({ id }) => id));
    expect(results.length).toBeGreaterThan(5);
  });

  it('says what the search says beside a list, and why there is none', async () => {
    const { page } = await started().open('/playground?q=zxqv+kjwb&a=rrf&b=hybrid');
    await listOf(page, 'hybrid').locator('.notice').first().waitFor();
    await page.goto(`${started().url}/playground?q=boiler&a=rrf&b=hybrid&w=0,0,0`);
    for (const algorithm of ['rrf', 'hybrid']) {
      expect(await listOf(page, algorithm).getByRole('alert').innerText()).toMatch(/at least one.* weight|at least one weight/i);
    }
  });

  it('takes a number that is typed anew, and keeps the last one where none is', async () => {
    const { page } = await started().open('/playground?q=boiler&a=rrf');
    const least = page.getByLabel('Least cosine (rrf)');
    await least.fill('');
    await least.pressSequentially('0.25');
    expect(await least.inputValue()).toBe('0.25');
    expect(new URL(page.url()).searchParams.get('t')).toBe('0.25');
    await least.fill('');
    await page.getByLabel('Question').focus();
    expect(await least.inputValue()).toBe('0.25');
  });

  it('works by keyboard, at phone width, in light and dark, without a serious fault', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await started().open('/playground?q=garden', { width: colorScheme === 'light' ? 1280 : 390, colorScheme });
      await listOf(page, 'hybrid').locator('[data-key]').first().waitFor();
      await page.getByText('Map of a collection').click();
      await page.getByRole('button', { name: /docs$/ }).click();
      await page.getByRole('img', { name: /points of/ }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  });
});

describe('the map', { timeout: 180_000 }, () => {
  const openMap = async () => {
    const opened = await started().open('/playground?q=boiler&b=none');
    const { page } = opened;
    await page.getByText('Map of a collection').click();
    await page.getByRole('button', { name: /docs$/ }).click();
    const canvas = page.getByRole('img', { name: /points of/ });
    await canvas.waitFor();
    return opened;
  };

  it('is loaded when it is opened, and shows points, query, hits and neighbours in words, too', async () => {
    const { page, complaints } = await openMap();
    await page
      .getByText(/The query, \d+ hits and \d+ neighbours of them are marked/)
      .last()
      .waitFor();
    await page.getByRole('radio', { name: /^Neighbours \(UMAP\)$/ }).check({ timeout: 60_000 });
    expect(await page.locator('canvas').getAttribute('data-painter')).toBe('webgl');
    expect(complaints).toEqual([]);
  });

  it.each(['webgl', 'canvas'] as const)('draws 50,000 points by %s; how long a frame takes is printed, not asserted', async (painter) => {
    const { page } = await started().open('/');
    await page.route('**/api/collections/*/map?*', (route) => route.fulfill({ json: manyPoints(50_000) }));
    await page.goto(`${started().url}/playground?q=&b=none&c=handbook-docs`);
    await page.getByText('Map of a collection').click();
    const canvas = page.getByRole('img', { name: /50,000 points/ });
    await page.getByLabel('Without the graphics card').setChecked(painter === 'canvas');
    await page.locator(`canvas[data-painter="${painter}"]`).waitFor();
    await canvas.waitFor();
    await canvas.scrollIntoViewIfNeeded();
    const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.evaluate(() => {
      const frames: number[] = [];
      Object.assign(window, { frameTimes: frames });
      const tick = (at: number) => {
        frames.push(at);
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.down();
    for (let step = 1; step <= 30; step += 1) await page.mouse.move(box.x + 300 + step * 5, box.y + 200 + step * 2);
    await page.mouse.up();
    const frames = await page.evaluate(() => {
      const kept: unknown = Reflect.get(window, 'frameTimes');
      return Array.isArray(kept) ? kept.map(Number) : [];
    });
    const times = frames
      .slice(1)
      .map((at, index) => at - (frames[index] ?? 0))
      .toSorted((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1) ?? '?';
    console.log(
      `50,000 points, dragged, ${painter}, no graphics card: ${times.length.toString()} frames, median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`,
    );
    expect(times.length).toBeGreaterThan(0);
  });
});

function manyPoints(points: number): CollectionMap {
  const coordinates = Int16Array.from({ length: points * 2 }, (_, at) => Math.round(Math.sin(at * 12.9898) * 30_000));
  const zeros = Buffer.alloc(16).toString('base64');
  return {
    collection: 'handbook-docs',
    version: 'many',
    model: 'static',
    dimension: 2,
    total: points,
    sampled: false,
    ids: Array.from({ length: points }, (_, at) => `point-${at.toString()}`),
    documents: [{ title: 'Many' }],
    document_of: new Array<number>(points).fill(0),
    scale: [1, 1],
    coordinates: Buffer.from(coordinates.buffer).toString('base64'),
    explained: [0.5, 0.3],
    projection: { unit: true, mean: zeros, axes: zeros },
  };
}
