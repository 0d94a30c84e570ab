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
