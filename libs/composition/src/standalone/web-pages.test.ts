import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SearchRequest, localOwner, type CallContext } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStandalone } from './start-standalone.js';

const PAGES: Readonly<Record<string, readonly [title: string, text: string]>> = {
  '/kafka/operations.html': ['Overview', 'How the brokers are set up and who is on call.'],
  '/kafka/index.html?lang=en': ['Welcome', 'Messages are kept in topics.'],
  '/postgres/operations.html': ['Overview', 'How the database is set up and who is on call.'],
  '/handbuch/verschl%C3%BCsselung/': ['Übersicht', 'Wer die Schlüssel hat und wo sie liegen.'],
  '/blog/2024/05/06/standup-3f2a9c7d1e4b': ['Standup', 'We talked about the deadline.'],
  '/blog/2024/05/07/standup-9c7d1e4b3f2a': ['Standup', 'We talked about holidays.'],
};
const OLD = '/old/koeln.txt';
const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(30_000) });

describe('a page of the web', () => {
  let server: Server;
  let origin: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let running: Awaited<ReturnType<typeof startStandalone>>;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const page = PAGES[request.url ?? ''];
      const sitemap = `<urlset>${[...Object.keys(PAGES), OLD].map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`;
      if (request.url === '/sitemap.xml') response.writeHead(200, { 'content-type': 'application/xml' }).end(sitemap);
      else if (request.url === OLD)
        response.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.from('Grüße aus Köln, wo es früher dämmert.', 'latin1'));
      else if (page === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(htmlOf(page));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Safe: a server that listens on TCP has such an address.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
    folder = await temporaryFolder();
    const overrides = [
      { path: ['data', 'folder'], value: join(folder.path, 'data'), flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['web', 'allowAddresses'], value: ['127.0.0.1/32'], flag: 'web.allow_addresses' },
      { path: ['web', 'delayMs'], value: 0, flag: 'web.delay_ms' },
    ];
    running = await startStandalone({ configuration: await loadConfiguration({ environment: {}, overrides }), logger: silentLogger });
    const location = `${origin}/sitemap.xml`;
    const { finished, source } = await running.operations.addSource({ location, kind: 'web', wait_ms: 20_000 }, context());
    expect({ finished, documents: source.documents }).toEqual({ finished: true, documents: Object.keys(PAGES).length + 1 });
  });
  afterAll(async () => {
    await running.close();
    await folder.remove();
    await new Promise((resolve) => server.close(resolve));
  });

  const search = async (query: string) =>
    (await running.operations.search(SearchRequest.parse({ query, deadline_ms: 30_000 }), context())).hits;

  it('is read in the encoding its characters speak for, where its server says nothing', async () => {
    const [first] = await search('Grüße aus Köln');
    expect([first?.path, first?.content]).toEqual([`${origin}${OLD}`, 'Grüße aus Köln, wo es früher dämmert.']);
  });

  it.each([
    ['kafka operations', '/kafka/operations.html'],
    ['postgres operations', '/postgres/operations.html'],
    ['Verschlüsselung', '/handbuch/verschl%C3%BCsselung/'],
    ['standup 2024-05-06', '/blog/2024/05/06/standup-3f2a9c7d1e4b'],
    ['"kafka/operations"', '/kafka/operations.html'],
  ])('is found by what its address says and its text leaves out: %s', async (query, path) => {
    const [first] = await search(query);
    expect(first?.path).toBe(`${origin}${path}`);
    expect(first?.relevance).toBeGreaterThan(0.5);
  });

  it.each(['"127.0.0.1"', '"http"', '"html"', '"lang=en"', '"3f2a9c7d1e4b"'])('is not found by %s of its address', async (query) => {
    expect(await search(query)).toEqual([]);
  });

  it('is shown with its whole address, its title and the titles above a passage', async () => {
    const [first] = await search('kafka operations');
    const address = `${origin}/kafka/operations.html`;
    expect(first).toMatchObject({ title: 'Overview', heading: 'Overview › Brokers', path: address, metadata: { source: address } });
    expect(decodeURIComponent(first?.uri ?? '')).toContain(address);
  });
});

function htmlOf([title, text]: readonly [title: string, text: string]): string {
  const below = title === 'Overview' && text.includes('brokers') ? `<h2>Brokers</h2>` : '';
  return `<html><head><title>${title}</title></head><body><main><h1>${title}</h1>${below}<p>${text}</p></main></body></html>`;
}
