// Makes the pictures of docs/console: a standalone server over this repository's own documents and sources, driven in a real Chromium, in both colours and two
// widths. Prints how long the first view took, and how long after the last key the hits stood there. Runs as `npm run node -- tools/console/make-screenshots.mjs [SCREEN…]`.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { SCREENS } from './screens.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const OUTPUT = join(ROOT, 'docs/console');
const WIDTHS = { wide: { width: 1180, height: 700 }, narrow: { width: 390, height: 844 } };
const ARGUMENTS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars'];

const chosen = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'tributary-screenshots-'));
const { server, url } = await startServer();
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGUMENTS });
try {
  const token = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')).token;
  await index(token, ['docs', 'libs/kernel', 'libs/gateway', 'apps/console']);
  mkdirSync(OUTPUT, { recursive: true });
  for (const [name, screen] of Object.entries(SCREENS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    for (const colorScheme of ['light', 'dark'])
      for (const width of Object.keys(WIDTHS)) await picture({ name, screen, colorScheme, width, token });
  }
  await measure();
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(data, { recursive: true, force: true });
}

async function picture({ name, screen, colorScheme, width, token }) {
  const page = await browser.newPage({ viewport: WIDTHS[width], colorScheme, reducedMotion: 'reduce' });
  await screen({ page, url, token });
  await page.screenshot({ path: join(OUTPUT, `${name}-${width}-${colorScheme}.png`) });
  await page.close();
}

async function measure() {
  const page = await browser.newPage({ viewport: WIDTHS.wide });
  const from = performance.now();
  await page.goto(url);
  await page.getByText('passages of').waitFor();
  console.log(`first view: ${Math.round(performance.now() - from)} ms until the counts of the collections stand there`);
  await page.getByRole('searchbox').pressSequentially('how are deadlines shared between lane', { delay: 30 });
  const typed = performance.now();
  await page.getByRole('searchbox').press('s');
  // Runs in the page.
  await page.waitForFunction(
    `new URLSearchParams(location.search).get('q')?.endsWith('lanes') && document.querySelector('[aria-busy="false"] [data-hit]') !== null`,
  );
  console.log(`hits: ${Math.round(performance.now() - typed)} ms after the last key`);
  await page.close();
}

async function startServer() {
  const program = spawn(process.execPath, [join(ROOT, 'apps/standalone/dist/main.js'), '--data', data, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: program.stderr })) {
    const found = /"msg":"ready".*?"url":"([^"]+)"|"url":"([^"]+)".*?"msg":"ready"/.exec(line);
    if (found) return { server: program, url: found[1] ?? found[2] ?? '' };
  }
  throw new Error('The server ended before it was ready.');
}

async function index(token, folders) {
  for (const folder of folders) {
    const response = await fetch(`${url}/api/sources`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ location: join(ROOT, folder), trusted_path: true, wait_ms: 300_000 }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}
