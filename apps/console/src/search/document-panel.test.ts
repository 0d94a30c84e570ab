import { describe, expect, it } from 'vitest';
import { useConsole } from '../browser/console-bed.fixture.js';

const rota = Array.from(
  { length: 1200 },
  (_, n) => `Week ${n.toString()}: the keeper trims lamp ${n.toString()} and writes the log of harbour ${n.toString()} before dawn.`,
);
const WITHIN = 'A brass anemometer measures every gale.';
const FAR = 'A walnut sextant hangs behind the door.';
const WIDE = 'A copper kettle sings beside the stove.';
const FILES = {
  'blank.md': `\n\n\n${[...rota.slice(0, 40), WITHIN, ...rota.slice(40, 80)].join('\n\n')}\n`,
  'named.md': '# Keepers of the lighthouse and of the harbour beside it, with their years of service\n\nA pewter inkwell.\n',
  'long.md': `# Rota\n\n${[...rota.slice(0, 1150), FAR, ...rota.slice(1150)].join('\n\n')}\n`,
  'wide.md': `${[...rota.slice(0, 1150), WIDE, ...rota.slice(1150)].join(' ')}\n`,
};

const started = useConsole({ files: FILES });

describe('a document opened at its passage', { timeout: 120_000 }, () => {
  it.each([
    ['brass anemometer gale', WITHIN, undefined],
    ['walnut sextant door', FAR, /what is before line \d+ is left out/],
    ['copper kettle stove', WIDE, /only the passage is shown/],
  ])('marks the passage that was found: %s', async (query, sentence, note) => {
    const { page } = await started().open(`/?q=${query.replaceAll(' ', '+')}`);
    const hit = page.locator('[data-hit]', { hasText: sentence.split(' ')[2] ?? sentence }).first();
    await hit.getByRole('link').click();
    const passage = page.locator('.passage');
    await passage.waitFor();
    expect((await passage.innerText()).trim()).toBe(((await hit.getAttribute('data-text')) ?? '').trim());
    expect(await passage.innerText()).toContain(sentence);
    const notes = await page.getByText('The document is long').allInnerTexts();
    expect(notes).toEqual(note === undefined ? [] : [expect.stringMatching(note)]);
  });

  it('keeps the focus where it covers the page, and gives it back to the box', async () => {
    const { page } = await started().open('/?q=brass+anemometer+gale', { width: 390 });
    const within = page.getByRole('dialog', { name: 'Document' });
    const isIn = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body);
    const isBoxFocused = () => page.getByRole('searchbox').evaluate((box) => box === document.activeElement);
    for (const close of [() => page.keyboard.press('Escape'), () => within.getByRole('button', { name: 'Close the document' }).click()]) {
      await page.locator('[data-hit]', { hasText: WITHIN }).first().getByRole('link').click();
      await within.locator('.passage').waitFor();
      for (let n = 0; n < 6; n += 1) {
        await page.keyboard.press('Tab');
        expect(await isIn()).toBe(true);
      }
      await close();
      await within.waitFor({ state: 'detached' });
      expect(await isBoxFocused()).toBe(true);
      expect(new URL(page.url()).searchParams.get('q')).toBe('brass anemometer gale');
    }
  });

  it('can be closed on a telephone however long its title is', async () => {
    const { page } = await started().open('/?q=pewter+inkwell', { width: 390 });
    await page.locator('[data-hit]', { hasText: 'pewter' }).first().getByRole('link').click();
    const close = page.getByRole('button', { name: 'Close the document' });
    await page.locator('.passage').waitFor();
    expect(await close.evaluate((button) => button.getBoundingClientRect().right)).toBeLessThanOrEqual(390);
  });

  it('is scrolled by the arrow keys', async () => {
    const { page } = await started().open('/?q=brass+anemometer+gale');
    await page.locator('[data-hit]', { hasText: WITHIN }).first().getByRole('link').click();
    await page.locator('.passage').waitFor();
    const text = page.getByLabel('Text of the document');
    await text.focus();
    const before = await text.evaluate((element) => element.scrollTop);
    await page.keyboard.press('ArrowDown');
    expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.waitForFunction((from) => (document.querySelector('.panel-text')?.scrollTop ?? 0) > from, before, { timeout: 10_000 });
  });
});
