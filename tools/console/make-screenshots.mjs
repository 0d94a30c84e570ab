// Makes the pictures of docs/console: a standalone server over this repository's own documents and sources, driven in a real Chromium, in both colours and two
// widths. Runs as `npm run node -- tools/console/make-screenshots.mjs [SCREEN…]`.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, post, runConsole } from './running-console.mjs';
import { SCREENS } from './screens.mjs';

const OUTPUT = join(ROOT, 'docs/console');
const WIDTHS = { wide: { width: 1180, height: 700 }, narrow: { width: 390, height: 844 } };
const FOLDERS = ['docs/adr', 'libs/kernel', 'libs/gateway', 'apps/console'];

const chosen = process.argv.slice(2);
const running = await runConsole({ port: 7411, env: { TRIBUTARY_MCP__KEPT_CALLS: '20' } });
try {
  await index();
  await askAsAssistant();
  mkdirSync(OUTPUT, { recursive: true });
  for (const [name, screen] of Object.entries(SCREENS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      for (const width of Object.keys(WIDTHS)) await picture({ name, screen, colorScheme, width });
    }
  }
} finally {
  await running.close();
}

async function picture({ name, screen, colorScheme, width }) {
  const page = await running.browser.newPage({ viewport: WIDTHS[width], colorScheme, reducedMotion: 'reduce' });
  await screen({ page, url: running.url, token: running.token });
  await page.screenshot({ path: join(OUTPUT, `${name}-${width}-${colorScheme}.png`) });
  await page.close();
}

/** Copies, so that the pictures show no folder of whoever made them. */
async function index() {
  for (const folder of FOLDERS) {
    const copy = join(running.folder, folder);
    cpSync(join(ROOT, folder), copy, { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) });
    await post(running, '/api/sources', { body: JSON.stringify({ location: copy, trusted_path: true, wait_ms: 300_000 }) });
  }
}

async function askAsAssistant() {
  const params = { name: 'search', arguments: { query: 'where are tombstones kept', limit: 3 } };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  await (await fetch(`${running.url}/mcp`, { method: 'POST', headers, body })).text();
}
