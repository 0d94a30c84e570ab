// A standalone server with a data folder of its own, and a browser, for the pictures and the measurements of the console.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { programOf } from '../bundle/programs.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const ARGUMENTS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars'];

/** @param {{ port?: number, env?: Record<string, string> }} [options] port 0 takes a free one */
export async function runConsole({ port = 0, env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-console-'));
  const data = join(folder, 'data');
  const args = [join(ROOT, programOf('standalone')), '--data', data, '--port', String(port)];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  const url = await readyAddress(server);
  const browser = await chromium.launch({ executablePath: process.env['TRIBUTARY_TEST_CHROMIUM'] ?? '/usr/bin/chromium', args: ARGUMENTS });
  return {
    url,
    folder,
    browser,
    /** @type {string} */
    token: JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')).token,
    async close() {
      await browser.close();
      server.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {{ url: string, token: string }} server */
export async function post({ url, token }, path, { body, type = 'application/json' }) {
  const headers = { 'content-type': type, authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

async function readyAddress(server) {
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes('"msg":"ready"')) return /"url":"([^"]+)"/.exec(line)?.[1] ?? '';
  }
  throw new Error('The server ended before it was ready.');
}
