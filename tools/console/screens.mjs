// What each picture of the console shows, as steps of a person.

/** @typedef {{ page: import('playwright-core').Page, url: string, token: string }} Opened */

/** @type {Record<string, (opened: Opened) => Promise<void>>} */
export const SCREENS = {
  search: async ({ page, url }) => {
    await page.goto(`${url}/?q=${encodeURIComponent('how are deadlines shared between lanes')}`);
    await page.locator('[aria-busy="false"] [data-hit]').first().waitFor();
  },
  document: async ({ page, url }) => {
    await page.goto(`${url}/?q=${encodeURIComponent('what is a tombstone')}`);
    await page.locator('[data-hit]').first().getByRole('link').click();
    await page.locator('.passage').waitFor();
  },
  playground: async ({ page, url }) => {
    await page.goto(`${url}/playground?q=how+are+deadlines+shared&a=keyword&b=semantic`);
    await page.getByText(/in the same place, \d+ moved/).waitFor();
  },
  map: async ({ page, url }) => {
    await page.goto(`${url}/playground?q=how+are+deadlines+shared&b=none`);
    await page.getByRole('region', { name: 'Ranked by hybrid' }).locator('[data-key]').first().waitFor();
    await page.getByText('Map of a collection').click();
    await page.getByRole('button', { name: /gateway-code$/ }).click();
    await page
      .getByText(/The query, \d+ hits/)
      .last()
      .waitFor();
    await page.locator('canvas').scrollIntoViewIfNeeded();
  },
  federation: async ({ page, url }) => {
    await page.goto(`${url}/federation?q=how+are+deadlines+shared`);
    await page.getByRole('table').first().waitFor();
  },
  collections: async (opened) => {
    await signIn(opened);
    await opened.page.getByRole('link', { name: 'Collections' }).click();
    await opened.page.locator('.collection').first().waitFor();
    await opened.page.getByRole('list', { name: 'Engines and models' }).waitFor();
  },
  sources: async (opened) => {
    await signIn(opened);
    await opened.page.getByRole('link', { name: 'Sources' }).click();
    await opened.page.getByRole('region', { name: 'List of jobs' }).waitFor();
  },
  assistants: async (opened) => {
    await signIn(opened);
    await opened.page.getByRole('link', { name: 'Assistants' }).click();
    await opened.page.getByRole('heading', { name: 'Last calls' }).waitFor();
  },
  'sign-in': async ({ page, url }) => {
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('Token').waitFor();
  },
};

/** @param {Opened} opened */
async function signIn({ page, url, token }) {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('owner', { exact: true }).waitFor({ timeout: 60_000 });
}
