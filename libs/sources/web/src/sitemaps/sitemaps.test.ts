import { gzipSync } from 'node:zlib';
import { MIB } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { Site, failing, redirect } from '../testing/site.fixture.js';
import { Walks } from '../testing/walk.fixture.js';
import { parseSitemap } from './parse-sitemap.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const urlset = (...urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc> ${url} </loc><lastmod>2026-01-01</lastmod></url>`).join('')}</urlset>`;

describe('a sitemap', () => {
  it('is read as XML, as an index, packed, and as lines', () => {
    expect(parseSitemap(bytes(urlset('http://x.test/a?b=1&amp;c=2')))).toEqual({ pages: ['http://x.test/a?b=1&c=2'], sitemaps: [] });
    const index = '<sitemapindex><sitemap><loc>http://x.test/1.xml</loc></sitemap></sitemapindex>';
    expect(parseSitemap(gzipSync(index))).toEqual({ pages: [], sitemaps: ['http://x.test/1.xml'] });
    expect(parseSitemap(bytes('# pages\nhttp://x.test/a\n\nhttps://x.test/b\n'))?.pages).toEqual(['http://x.test/a', 'https://x.test/b']);
  });

  it('is nothing else: no page, no entities of its own, no bomb', () => {
    expect(parseSitemap(bytes('<html><body>Not found</body></html>'))).toBeUndefined();
    expect(parseSitemap(bytes('just words\nand more of them'))).toBeUndefined();
    const laughs = '<!DOCTYPE urlset [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + urlset('http://x.test/&b;');
    expect(parseSitemap(bytes(laughs))?.pages).toEqual(['http://x.test/&b;']);
    expect(parseSitemap(gzipSync(Buffer.alloc(60 * MIB, 'x')))).toBeUndefined();
    expect(parseSitemap(gzipSync('x').subarray(0, 12))).toBeUndefined();
  });

  it('names the pages of a source, those of its own host', async () => {
    await using site = await Site.start({ '/a': 'A', '/b': 'B', '/c': 'C' });
    const packed = gzipSync(urlset(site.url('/b'), 'http://elsewhere.test/'));
    const index = `<sitemapindex>${[site.url('/one.xml'), site.url('/two.xml.gz'), site.url('/gone.xml')].map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
    site.pages.set('/sitemap.xml', { type: 'application/xml', text: index });
    site.pages.set('/one.xml', { type: 'application/xml', text: urlset(site.url('/a'), site.url('/c')) });
    site.pages.set('/two.xml.gz', (_request, response) => response.writeHead(200, { 'content-type': 'application/gzip' }).end(packed));
    const walks = new Walks(site);
    expect((await walks.walk({ path: '/sitemap.xml' })).found).toEqual(['/a', '/c', '/b']);
    site.pages.set('/one.xml', { type: 'application/xml', text: urlset(site.url('/a')) });
    expect((await walks.walk({ path: '/sitemap.xml' })).found).toEqual(['/a', '/b', '/c']);
    site.pages.delete('/sitemap.xml');
    await expect(walks.walk({ path: '/sitemap.xml' })).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
  });

  const xml = (text: string) => ({ type: 'application/xml', text });
  const indexOf = (...files: readonly string[]) =>
    xml(`<sitemapindex>${files.map((file) => `<sitemap><loc>${file}</loc></sitemap>`).join('')}</sitemapindex>`);

  it('tells the pages and files beyond the limit', async () => {
    await using site = await Site.start();
    const paths = Array.from({ length: 9 }, (_, n) => `/p${n.toString()}`);
    for (const path of paths) site.pages.set(path, `Page ${path}`);
    site.pages.set('/sitemap.xml', indexOf(site.url('/one.xml'), site.url('/two.xml')));
    site.pages.set('/one.xml', xml(urlset(...paths.map((path) => site.url(path)))));
    const walks = new Walks(site);
    const wish = { path: '/sitemap.xml', settings: { pages: 4 } };
    const left = Object.fromEntries(['/two.xml', ...paths.slice(4)].map((path) => [path, 'page-limit']));
    expect(await walks.walk(wish)).toEqual({ found: paths.slice(0, 4), left });
    expect(await walks.walk(wish)).toEqual({ found: paths.slice(0, 4), left });
    expect(site.asked).not.toContain('/two.xml');
  });

  it('tells which files of an index could not be read, and that it has more of them than are read', async () => {
    await using site = await Site.start({ '/a': 'A', '/page': '<p>Not found</p>', '/down.xml': failing(500) });
    const many = Array.from({ length: 99 }, (_, n) => `/n${n.toString()}.xml`);
    site.pages.set('/one.xml', xml(urlset(site.url('/a'))));
    for (const path of many) site.pages.set(path, xml(urlset()));
    site.pages.set('/sitemap.xml', indexOf(...['/one.xml', '/down.xml', '/page', ...many].map((path) => site.url(path))));
    const { found, left } = await new Walks(site).walk({ path: '/sitemap.xml' });
    expect(found).toEqual(['/a']);
    expect(left).toEqual({
      '/down.xml': 'http-500',
      '/page': 'not-a-sitemap',
      '/n96.xml': 'sitemap-limit',
      '/n97.xml': 'sitemap-limit',
      '/n98.xml': 'sitemap-limit',
    });
  });

  it('that has moved for good is the one of its new host, and addresses in it are relative to that', async () => {
    await using site = await Site.start({ '/a': 'A', '/new/b': 'B' });
    const there = (path: string) => site.url(path, 'www.site.test');
    site.pages.set('/new/sitemap.xml', xml(urlset(there('/a'), 'b', site.url('/a'))));
    site.pages.set('/sitemap.xml', redirect(there('/new/sitemap.xml'), 301));
    expect(await new Walks(site).walk({ path: '/sitemap.xml' })).toEqual({
      found: [there('/a'), there('/new/b')],
      left: { '/a': 'outside' },
    });
  });

  it('that answers from another host for now names pages of its own host, and tells the others', async () => {
    await using site = await Site.start({ '/a': 'A' });
    const there = (path: string) => site.url(path, 'cdn.site.test');
    site.pages.set('/new/sitemap.xml', xml(urlset(there('/b'), site.url('/a'))));
    site.pages.set('/sitemap.xml', redirect(there('/new/sitemap.xml'), 302));
    expect(await new Walks(site).walk({ path: '/sitemap.xml' })).toEqual({ found: ['/a'], left: { [there('/b')]: 'outside' } });
  });
});
