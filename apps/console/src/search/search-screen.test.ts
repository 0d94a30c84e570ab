import { describe, expect, it } from 'vitest';
import { seriousFaults } from '../browser/accessibility.fixture.js';
import { useConsole } from '../browser/console-bed.fixture.js';

const HOSTILE = `# Lighthouse rota\n\n<script>window.attacked = true</script><img src=x onerror="window.attacked = true">\n<b>bold lighthouse keeper</b> javascript:alert(1) {{7*7}} </pre></script><style>body{display:none}</style>\n`;
const rota = Array.from(
  { length: 40 },
  (_, n) => `Week ${n.toString()}: the lighthouse keeper trims lamp ${n.toString()} and writes the log of harbour ${n.toString()}.`,
);
const FILES = {
  'keeper.md': `# Keeper\n\n${rota.join('\n\n')}\n`,
  'hostile.md': HOSTILE,
  'wick.md': '---\ntitle: Wicks\ntags: [stores, cotton]\n---\n\nA woven wick of cotton lasts nine nights.\n',
  'oil.md': '# Oil\n\nColza oil thickens below zero degrees, so that the flame starves in the coldest nights of the year.\n',
  'copies/oil.md': '# Oil\n\nColza oil thickens below zero degrees, so that the flame starves in the coldest nights of the year.\n',
  'manara.md': 'تضيء المنارة القديمة للغائبين.\n',
  'lamp.ts': 'export function trimLamp(height: number): number {\n  return Math.max(0, height - 1);\n}\n',
};

const started = useConsole({ files: FILES });

describe('the search screen', { timeout: 120_000 }, () => {
  it('answers as one types, keeps the question in the address, and says what was searched', async () => {
    const { page, complaints } = await started().open('/');
    await page.getByRole('searchbox').pressSequentially('who trims the lamp');
    await page.locator('[data-hit]').first().waitFor();
    await page.waitForURL(/q=who\+trims\+the\+lamp$/);
    expect(await page.getByText(/^\d searched$/).innerText()).toBe('2 searched');
    expect(await page.locator('[data-hit] mark').first().innerText()).toMatch(/trim|lamp/i);
    expect(complaints).toEqual([]);
  });

  it('is worked by the keyboard alone', async () => {
    const { page } = await started().open('/?q=lighthouse+keeper');
    await page.locator('[data-hit]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('c');
    await page.locator('[data-hit]').nth(1).getByText('Copied').waitFor();
    const second = await page.locator('[data-hit]').nth(1).getAttribute('data-text');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(second);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Document' }).locator('.passage').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('complementary', { name: 'Document' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('searchbox').inputValue()).toBe('lighthouse keeper');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').innerText()).toContain('to the search box');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true);
  });

  it('tells of the keys that act where the focus is', async () => {
    const { page } = await started().open('/');
    const keys = page.locator('#query-keys');
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    expect(await keys.innerText()).toBe('↓ to the hits');
    await page.getByRole('searchbox').blur();
    expect(await keys.innerText()).toBe('/ to search, ↓ to the hits, ? for all keys');
  });

  it('shows what a note says in place of its front matter, and copies both', async () => {
    const { page } = await started().open('/?q=woven+wick+of+cotton');
    const hit = page.locator('[data-hit]', { hasText: 'nine nights' });
    expect(await hit.locator('pre').innerText()).toMatch(/^\s*A woven wick of cotton lasts nine nights\.$/);
    expect(await hit.getAttribute('data-text')).toContain('tags: [stores, cotton]');
  });

  it('shows text that is written from right to left in that direction', async () => {
    const { page } = await started().open('/?q=المنارة');
    const text = page.locator('[data-hit] pre', { hasText: 'للغائبين' });
    const [begin = 0, end = 0] = await text.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const nodes: Node[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node);
      const last = nodes.at(-1);
      const range = document.createRange();
      const leftOf = (node: Node, at: number) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
      };
      return last === undefined ? [] : [leftOf(nodes[0] ?? last, 0), leftOf(last, (last.textContent ?? '').lastIndexOf('.'))];
    });
    // The full stop is at the left end.
    expect(end).toBeLessThan(begin);
  });

  it('counts the other places of a passage, and opens them', async () => {
    const { page } = await started().open('/?q=colza+oil+thickens');
    const hit = page.locator('[data-hit]', { hasText: 'below zero' });
    expect(await hit.getByText('also in').innerText()).toBe('also in 1 other place');
    await hit.getByText('also in').click();
    const other = hit.locator('details a');
    const address = new URLSearchParams((await other.getAttribute('href')) ?? '').get('open');
    await other.click();
    await page.getByRole('complementary', { name: 'Document' }).getByText('below zero').first().waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe(address);
  });

  it('leads on from an address that is none', async () => {
    const { page, complaints } = await started().open('/');
    const response = await page.goto(`${started().url}/nosuch/place`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await page.getByRole('link', { name: 'the search', exact: true }).click();
    await page.getByRole('searchbox').waitFor();
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
  });

  it('shows text of a document as text, whatever it holds', async () => {
    const { page, complaints } = await started().open('/?q=bold+lighthouse+keeper+script');
    const hit = page.locator('[data-hit]', { hasText: 'onerror' }).first();
    await hit.getByRole('link').click();
    await page.locator('.passage').waitFor();
    expect(await page.getByRole('complementary', { name: 'Document' }).innerText()).toContain('<script>window.attacked = true</script>');
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    expect(await page.locator('[data-hit] script, [data-hit] img, [data-hit] b, .panel img, .panel b').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('narrows to collections and kinds, as the address says, and goes on for more', async () => {
    const { page } = await started().open('/?q=lamp&type=code');
    await page.locator('[data-hit]').first().waitFor();
    expect(await page.locator('[data-hit]').count()).toBe(1);
    await page.getByRole('checkbox', { name: 'Code', exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'handbook-docs' }).check();
    await page.waitForURL(/c=handbook-docs/);
    await page.getByText('1 searched').waitFor();
    expect(await page.locator('[data-hit] .chip').allInnerTexts()).not.toContain('handbook-code');
    await page.goBack();
    await page.getByText('2 searched').waitFor();
  });

  it('counts hits beside the collections while something is asked, and passages else', async () => {
    const { page } = await started().open('/?q=lamp&type=code');
    const choice = (name: string) => page.locator('label', { has: page.getByRole('checkbox', { name }) });
    await page.locator('[data-hit]').first().waitFor();
    expect(await choice('handbook-code').innerText()).toMatch(/^handbook-code\s+1$/);
    expect((await choice('handbook-docs').innerText()).trim()).toBe('handbook-docs');
    await page.getByRole('searchbox').fill('');
    await choice('handbook-docs').locator('.number').waitFor();
  });

  it('shows filters that are set where they are folded, also of a collection that is gone, and lets all of them be taken off', async () => {
    const { page } = await started().open('/?q=lamp&c=long-gone&type=code', { width: 390 });
    await page.getByText('Filters (2)').click();
    expect(await page.getByRole('checkbox', { name: 'long-gone' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Search everything' }).click();
    await page.locator('[data-hit]').first().waitFor();
    expect(new URL(page.url()).search).toBe('?q=lamp');
  });

  it('asks again after the server came back: by itself, and by Enter', async () => {
    const { page } = await started().open('/');
    const api = '**/api/**';
    await page.route(api, (route) => route.abort('connectionrefused'));
    await page.getByRole('searchbox').fill('colza oil thickens');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('This page goes on as soon as it does.');
    await page.unroute(api);
    await page.locator('[data-hit]', { hasText: 'below zero' }).first().waitFor({ timeout: 20_000 });
    // From here on it asks by itself no more.
    await page.evaluate('globalThis.setInterval = () => 0');
    await page.route('**/api/search', (route) => route.abort('connectionrefused'));
    await page.getByRole('searchbox').fill('nine nights');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/api/search');
    await page.getByRole('searchbox').press('Enter');
    await page.locator('[data-hit]', { hasText: 'nine nights' }).first().waitFor();
  });

  it('asks again by itself where a proxy answered for the server, and who one is was known all the while', async () => {
    const { page } = await started().open('/');
    await page.route('**/api/search', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.getByRole('searchbox').fill('nine nights');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/api/search');
    await page.locator('[data-hit]', { hasText: 'nine nights' }).first().waitFor({ timeout: 15_000 });
  });

  it('leads on where nothing is indexed', async () => {
    const { page } = await started().open('/sources');
    await page.route('**/api/collections', (route) => route.fulfill({ json: { collections: [] } }));
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByText('Nothing is indexed yet').waitFor();
    expect(await page.getByRole('main').innerText()).toContain('open the link that the server printed at its start');
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no serious fault of accessibility in %s colours at %i pixels', async (colorScheme, width) => {
    const { page } = await started().open('/?q=lighthouse', { colorScheme, width });
    await page.locator('[data-hit]').first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.locator('[data-hit]').first().getByRole('link').click();
    await page.locator('.passage').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
