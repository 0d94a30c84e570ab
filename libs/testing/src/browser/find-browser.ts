import { existsSync } from 'node:fs';

/** Where a test finds a Chromium, or why it does not. */
export type FoundBrowser = { readonly kind: 'program'; readonly path: string } | { readonly kind: 'none'; readonly reason: string };

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** `TRIBUTARY_TEST_CHROMIUM`, else the program of the system. */
export function findBrowser(): FoundBrowser {
  const named = process.env['TRIBUTARY_TEST_CHROMIUM'];
  const path = [...(named === undefined ? [] : [named]), ...PLACES].find((place) => existsSync(place));
  if (path !== undefined) return { kind: 'program', path };
  return { kind: 'none', reason: 'no Chromium: install it (apt-get install chromium), or name it in TRIBUTARY_TEST_CHROMIUM' };
}
