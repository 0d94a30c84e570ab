// What each picture of the console shows, as steps of a person.

/** @type {Record<string, (open: { page: import('playwright-core').Page, url: string, token: string }) => Promise<void>>} */
export const SCREENS = {
  search: async ({ page, url }) => {
    await page.goto(`${url}/?q=${encodeURIComponent('how are deadlines shared between lanes')}`);
    await page.locator('[aria-busy="false"] [data-hit]').first().waitFor();
  },
  document: async ({ page, url }) => {
    await page.goto(`${url}/?q=${encodeURIComponent('ACCESS.DENIED scope admin')}`);
    await page.locator('[data-hit]').first().getByRole('link').click();
    await page.locator('.passage').waitFor();
  },
};
