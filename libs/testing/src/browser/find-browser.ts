import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a test finds a Chromium, or why it does not. */
export type FoundBrowser = { readonly kind: 'program'; readonly path: string } | { readonly kind: 'none'; readonly reason: string };

/** The headless shell first: it takes half of the processor time of the whole browser. */
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** `TRIBUTARY_TEST_CHROMIUM`, else a program on the PATH, else where systems install one. */
export function findBrowser(): FoundBrowser {
  const named = process.env['TRIBUTARY_TEST_CHROMIUM'];
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')];
  const onPath = folders.flatMap((folder) => PROGRAMS.map((program) => join(folder, program)));
  const path = [...(named === undefined ? [] : [named]), ...onPath, ...PLACES].find((place) => existsSync(place));
  if (path !== undefined) return { kind: 'program', path };
  return { kind: 'none', reason: 'no Chromium: install it (apt-get install chromium), or name it in TRIBUTARY_TEST_CHROMIUM' };
}
