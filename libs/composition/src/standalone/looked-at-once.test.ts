import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { localOwner, type CallContext } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startStandalone } from './start-standalone.js';

const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });
const html = (title: string, links = '') =>
  `<html><head><title>${title}</title></head><body><main><p>About ${title}.</p>${links}</main></body></html>`;

let site: Server;
let origin: string;
const pages = new Map<string, string>();
const asked: string[] = [];
/** Pages are sent when this is over. */
let opened = Promise.resolve();

beforeEach(async () => {
  asked.length = 0;
  pages.set('/', html('ferries', '<a href="/gone">gone</a>'));
  pages.set('/gone', html('timetables'));
  site = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const page = pages.get(path);
    void opened.then(() => response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  // Safe: a server that listens on TCP has such an address.
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port.toString()}`;
});
afterEach(() => new Promise((resolve) => site.close(resolve)));

/** Never comes by itself. */
const BACKGROUND_DELAY_MS = 98_765_432;

/** What is to begin after that delay, from now on; the test begins it. */
function heldBack(): (() => void)[] {
  const held: (() => void)[] = [];
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((begin, delayMs) => {
    if (delayMs === BACKGROUND_DELAY_MS) held.push(begin);
    return setTimeout(begin, delayMs);
  });
  return held;
}

it(
  'a crawl that lasts until a server looks at its sources is done once, and missing pages are counted once',
  { timeout: 120_000 },
  async () => {
    await using folder = await temporaryFolder();
    const overrides = [
      { path: ['data', 'folder'], value: join(folder.path, 'data'), flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['web', 'allowAddresses'], value: ['127.0.0.1/32'], flag: 'web.allow_addresses' },
      { path: ['web', 'delayMs'], value: 0, flag: 'web.delay_ms' },
    ];
    const configuration = await loadConfiguration({ environment: {}, overrides });
    /** As a command does that finds no server: it asks, and waits; by then the server it started looks at its sources. */
    const index = async () => {
      asked.length = 0;
      let open = (): void => undefined;
      opened = new Promise((resolve) => (open = resolve));
      const background = heldBack();
      const running = await startStandalone({ configuration, logger: silentLogger, backgroundDelayMs: BACKGROUND_DELAY_MS });
      vi.restoreAllMocks();
      try {
        const { operations } = running;
        const { source } = await operations.addSource({ location: origin, kind: 'web', web: { depth: 2 }, wait_ms: 0 }, context());
        const syncs = async () =>
          (await operations.listJobs({ queue: 'sync-web', limit: 50 }, context())).filter(
            ({ state }) => state !== 'done' && state !== 'skipped',
          );
        await eventually(() => asked.length > 0); // it is under way
        for (const begin of background) begin();
        await eventually(async () => (await syncs()).length === 2);
        open();
        await eventually(async () => (await syncs()).length === 0);
        return await eventually(async () => {
          const indexed = (await operations.listSources(context())).find(({ id }) => id === source.id);
          return indexed?.pending === 0 && indexed;
        });
      } finally {
        open();
        await running.close();
      }
    };
    expect(await index()).toMatchObject({ documents: 2, last_sync: { added: 2, unchanged: 0 } });
    expect(asked.filter((path) => path !== '/')).toEqual(['/robots.txt', '/gone']);
    pages.delete('/gone');
    expect(await index()).toMatchObject({ documents: 2 });
    expect(await index()).toMatchObject({ documents: 2 });
    expect(await index()).toMatchObject({ documents: 1, last_sync: { deleted: 1 } });
  },
);
