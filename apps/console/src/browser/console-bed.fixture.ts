import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { localOwner, type Operations } from '@tributary/contracts';
import { startApp, temporaryFolder } from '@tributary/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { z } from 'zod';

const ServerFile = z.object({ url: z.string(), token: z.string() });
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const WIDE = { width: 1280, height: 800 };

/** Why the tests of this file cannot run here; undefined: they can. */
export function whyNoBrowser(): string | undefined {
  return browserPath() === undefined
    ? 'there is no Chromium here: install it (apt-get install chromium), or name it in TRIBUTARY_TEST_CHROMIUM'
    : undefined;
}

function browserPath(): string | undefined {
  const named = process.env['TRIBUTARY_TEST_CHROMIUM'];
  return [...(named === undefined ? [] : [named]), ...PLACES].find((path) => existsSync(path));
}

/** A standalone server in a process of its own, over the files given, and a real browser. */
export interface ConsoleBed {
  readonly url: string;
  readonly token: string;
  readonly operations: Operations;
  readonly folder: string;
  /** A fresh page; what it complains of is collected in `complaints`. */
  open(path: string, options?: OpenOptions): Promise<Opened>;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

interface Opened {
  readonly page: Page;
  /** Errors of scripts, and what the content security policy refused. */
  readonly complaints: string[];
}

/** @param files by path below one folder, which is indexed
 *  @param env settings of the server */
export async function startConsole(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<ConsoleBed> {
  const folder = await temporaryFolder();
  const notes = join(folder.path, 'handbook');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(notes, name)), { recursive: true });
    await writeFile(join(notes, name), text);
  }
  const data = join(folder.path, 'data');
  const app = startApp('standalone', { args: ['--data', data, '--port', '0'], env });
  await app.ready();
  const { url, token } = ServerFile.parse(JSON.parse(await readFile(join(data, 'server.json'), 'utf8')));
  const operations = new HttpOperations(new HttpConnection({ url, token }));
  await operations.addSource(
    { location: notes, trusted_path: true, wait_ms: 60_000 },
    { principal: localOwner, signal: AbortSignal.timeout(90_000) },
  );
  const browser = await launch();
  return {
    url,
    token,
    operations,
    folder: notes,
    open: (path, options = {}) => openPage(browser, `${url}${path}`, options),
    close: async () => {
      await browser.close();
      await app.end('SIGTERM');
      await folder.remove();
    },
  };
}

function launch(): Promise<Browser> {
  const executablePath = browserPath();
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
}

async function openPage(browser: Browser, url: string, { width = WIDE.width, colorScheme = 'light' }: OpenOptions): Promise<Opened> {
  const context: BrowserContext = await browser.newContext({
    viewport: { ...WIDE, width },
    colorScheme,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints };
}
