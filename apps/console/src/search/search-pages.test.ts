import { SearchRequest, localOwner, type SearchAnswer } from '@tributary/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useConsole } from '../browser/console-bed.fixture.js';

const STONES =
  'agate amber basalt cobalt dolomite ebony flint garnet hematite indigo jasper kaolin lapis marble nickel onyx pumice quartz ruby slate topaz'.split(
    ' ',
  );
const files = STONES.map(
  (stone, at) => [`${stone}.md`, `# Beacon of ${stone}\n\nIt burns ${at.toString()} nights on ${stone} oil.\n`] as const,
);
const started = useConsole({ files: Object.fromEntries(files) });

const owner = () => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });
const search = (request: object): Promise<SearchAnswer> =>
  started().operations.search(SearchRequest.parse({ query: 'beacon', limit: 50, ...request }), owner());
const shownOn = (page: Page) =>
  page
    .locator('[data-hit] h2 a')
    .evaluateAll((links) => links.map((link) => new URLSearchParams(link.getAttribute('href') ?? '').get('open') ?? ''));

describe('a search in pages', { timeout: 120_000 }, () => {
  it('says of the later ones, too, what became of them', async () => {
    const { page } = await started().open('/?q=beacon');
    await page.getByText('20+ passages').waitFor();
    const shown = new Set(await shownOn(page));
    const later = (await search({})).hits.flatMap(({ uri }) => (shown.has(uri) ? [] : [uri]));
    const { token } = await started().operations.delete({ ids: later, dry_run: false }, owner());
    await search({ after: token });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByText('1 passage of the list is gone.').waitFor();
    expect(await page.locator('[data-hit]').count()).toBe(20);
  });

  it('says why it asks nothing, where it cannot', async () => {
    const { page } = await started().open('/?q=beacon&c=no+name');
    expect(await page.getByRole('alert').innerText()).toContain('collections.0: ');
    await page.goto(`${started().url}/`);
    await page.getByRole('searchbox').fill('beacon '.repeat(3000));
    expect(await page.getByRole('alert').innerText()).toContain('ask a shorter question');
  });

  it('can be loaded anew however long the question is', async () => {
    const { page } = await started().open('/');
    const question = 'маяк '.repeat(3990).trim();
    await page.getByRole('searchbox').fill(question);
    await page.getByText(/^\d searched$/).waitFor();
    expect((await page.reload())?.status()).toBe(200);
    await page.getByText(/^\d searched$/).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe(question);
  });

  it('says where a text could not be copied', async () => {
    const { page } = await started().open('/');
    // As browsers do for pages that came without TLS.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.goto(`${started().url}/?q=beacon`);
    await page.getByRole('button', { name: 'Copy the passage' }).first().click();
    await page.getByText('Not copied').waitFor();
  });
});
