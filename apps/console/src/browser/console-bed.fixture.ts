import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { localOwner, type Operations } from '@tributary/contracts';
import { findBrowser, freePort, readServer, startApp, temporaryFolder } from '@tributary/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

const WIDE = { width: 1280, height: 800 };
/** A browser and a server start, on a busy machine too. */
const PATIENCE_MS = 240_000;

/** A standalone server in a process of its own, over the files given, and a real browser. */
interface ConsoleBed {
  readonly url: string;
  readonly token: string;
  readonly operations: Operations;
  readonly folder: string;
  /** A fresh page; what it complains of is collected in `complaints`. */
  open(path: string, options?: OpenOptions): Promise<Opened>;
  closePages(): Promise<void>;
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

type Settings = Readonly<Record<string, string>>;

interface ConsoleFiles {
  /** By path below one folder, which is indexed. */
  readonly files: Readonly<Record<string, string>>;
  /** Settings of the server; a function where they depend on its address. */
  readonly env?: Settings | ((url: string) => Promise<Settings>);
}

/** One server and one browser for all tests of a file, which are left out with the reason where there is no browser. @returns what was started, for use inside a test */
export function useConsole(given: ConsoleFiles): () => ConsoleBed {
  let bed: ConsoleBed | undefined;
  beforeAll(async () => {
    const program = findBrowser();
    if (program.kind === 'program') bed = await startConsole(given, program.path);
  }, PATIENCE_MS);
  // Pages that stay open go on asking the server.
  afterEach(() => bed?.closePages());
  afterAll(() => bed?.close());
  beforeEach((context) => {
    const program = findBrowser();
    if (program.kind === 'none') context.skip(program.reason);
  });
  return () => {
    if (bed === undefined) throw new Error('The server did not start.');
    return bed;
  };
}

async function startConsole({ files, env = {} }: ConsoleFiles, executablePath: string): Promise<ConsoleBed> {
  const folder = await temporaryFolder();
  const notes = join(folder.path, 'handbook');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(notes, name)), { recursive: true });
    await writeFile(join(notes, name), text);
  }
  const data = join(folder.path, 'data');
  const port = typeof env === 'function' ? await freePort() : 0;
  const settings = typeof env === 'function' ? await env(`http://127.0.0.1:${port.toString()}`) : env;
  const app = startApp('standalone', { args: ['--data', data, '--port', port.toString()], env: settings });
  await app.ready();
  const { url, token } = await readServer(data);
  const operations = new HttpOperations(new HttpConnection({ url, token }));
  await operations.addSource(
    { location: notes, trusted_path: true, wait_ms: 60_000 },
    { principal: localOwner, signal: AbortSignal.timeout(90_000) },
  );
  const browser = await launch(executablePath);
  return {
    url,
    token,
    operations,
    folder: notes,
    open: (path, options = {}) => openPage(browser, `${url}${path}`, options),
    closePages: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: async () => {
      await browser.close();
      await app.end('SIGTERM');
      await folder.remove();
    },
  };
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader'] });
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
