import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Site, redirect, type Answer } from '../testing/site.fixture.js';
import { Walks } from '../testing/walk.fixture.js';

let site: Site;
let walks: Walks;
beforeEach(async () => {
  site = await Site.start();
  walks = new Walks(site);
});
afterEach(() => site[Symbol.asyncDispose]());

const crawl = { mode: 'crawl' };
const linking = (...paths: readonly string[]) => `<p>${paths.join(' and ')}</p>${paths.map((path) => `<a href="${path}">x</a>`).join('')}`;

describe('a crawl', () => {
  it('reads the pages of its site that links lead to, each once, with their titles', async () => {
    site.lay({
      '/': `<title>Home</title>${linking('/a', '/a#part', '/a?utm_source=mail', '/b', 'http://elsewhere.test/', 'mailto:x@y.z')}`,
      '/a': `<p>A</p>${linking('/', '/b')}`,
      '/b': '<p>B</p>',
    });
    expect(await walks.walk({ settings: crawl })).toEqual({ found: ['/', '/a', '/b'], left: {} });
    expect(site.asked).toEqual(['/', '/a', '/b']);
    const [home] = await walks.entries({ settings: crawl });
    expect(home).toMatchObject({ found: true, type: 'web', content: { title: 'Home', metadata: { language: 'en' }, lang: 'markdown' } });
  });

  it('stays below the folder of its first page, and leaves out what it is told to', async () => {
    site.lay({ '/docs/': linking('/docs/a', '/docs/old/b', '/blog/c'), '/docs/a': 'A', '/docs/old/b': 'B', '/blog/c': 'C' });
    expect((await walks.walk({ path: '/docs/', settings: crawl, ignore: ['old/'] })).found).toEqual(['/docs/', '/docs/a']);
  });

  it('keeps to robots.txt, of the name it has there, also at redirects', async () => {
    site.lay({
      '/robots.txt': {
        type: 'text/plain',
        text: 'User-agent: *\nDisallow: /\n\nUser-agent: tributary\nDisallow: /private\nCrawl-delay: 3\n',
      },
      '/': linking('/a', '/private/b', '/sly'),
      '/a': 'A',
      '/private/b': 'B',
      '/sly': redirect('/private/c'),
    });
    expect(await walks.walk({ settings: crawl })).toEqual({
      found: ['/', '/a'],
      left: { '/private/b': 'robots', '/sly': 'redirect-outside' },
    });
    expect(site.asked).toEqual(['/', '/a', '/sly']);
    expect(walks.pauses.length).toBe(2);
    for (const ms of walks.pauses) expect(ms).toBeGreaterThan(2900);
  });

  it('reads nothing where robots.txt cannot be read', async () => {
    site.lay({ '/': 'Home', '/robots.txt': (_request, response) => response.writeHead(500).end() });
    expect(await walks.walk()).toEqual({ found: [], left: { '/': 'robots-unreachable' } });
    expect(site.asked).toEqual([]);
  });

  it('follows no link marked nofollow, on a page or in its head, and indexes no page marked noindex', async () => {
    site.lay({
      '/': '<p>Home</p><a href="/a" rel="nofollow">x</a><a href="/b">x</a><a href="/c">x</a>',
      '/a': 'A',
      '/b': `<meta name="robots" content="nofollow">B${linking('/d')}`,
      '/c': `<meta name="robots" content="noindex">C${linking('/e')}`,
      '/d': 'D',
      '/e': 'E',
    });
    expect(await walks.walk({ settings: crawl })).toEqual({ found: ['/', '/b', '/e'], left: { '/c': 'noindex, goes' } });
  });

  it('keeps a page under the address it calls its own, once, unless that is of another host', async () => {
    site.lay({
      '/': linking('/a?view=print', '/a', '/b'),
      '/a': '<link rel="canonical" href="/a">A',
      '/a?view=print': '<link rel="canonical" href="/a">A',
      '/b': '<link rel="canonical" href="http://elsewhere.test/b">B',
    });
    expect(await walks.walk({ settings: crawl })).toEqual({ found: ['/', '/a', '/b'], left: { '/a': 'duplicate, goes' } });
  });

  it('ends at its depth and its number of pages', async () => {
    for (let i = 0; i < 9; i++) site.pages.set(`/${i.toString()}`, `<p>Page ${i.toString()}</p>${linking(`/${(i + 1).toString()}`)}`);
    expect((await walks.walk({ path: '/0', settings: { depth: 2 } })).found).toEqual(['/0', '/1', '/2']);
    expect((await new Walks(site).walk({ path: '/0', settings: { depth: 20, pages: 4 } })).found).toHaveLength(4);
    expect((await new Walks(site, { maxPages: 3 }).walk({ path: '/0', settings: { depth: 20, pages: 500 } })).found).toHaveLength(3);
  });

  it('tells the pages it knows of beyond its number of pages, however many those are', async () => {
    const paths = Array.from({ length: 45 }, (_, n) => `/p${n.toString()}`);
    site.lay({ '/': `Home ${linking(...paths)}` });
    for (const path of paths) site.lay({ [path]: `Page ${path}` });
    const wish = { settings: { mode: 'crawl', pages: 10 } };
    const left = Object.fromEntries(paths.slice(9).map((path) => [path, 'page-limit']));
    expect(await walks.walk(wish)).toEqual({ found: ['/', ...paths.slice(0, 9)], left });
    expect(await walks.walk(wish)).toEqual({ found: ['/', ...paths.slice(0, 9)], left });
  });

  it('does not lose itself in endless pages: calendars, turning paths, and new addresses of one text', async () => {
    site.pages.set('*', (request, response) => {
      const url = request.url ?? '/';
      const day = Number(/day=(\d+)/.exec(url)?.[1] ?? 0);
      const links = [
        `/?day=${(day + 1).toString()}`,
        `${url.split('?')[0] ?? ''}turn/round/`,
        `/same/${day.toString()}-${Date.now().toString()}`,
      ];
      const text = url.startsWith('/same') ? 'Always the same.' : `Day ${day.toString()} at ${url}`;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>${text}</p>${links.map((href) => `<a href="${href}">x</a>`).join('')}`);
    });
    const { found, left } = await walks.walk({ settings: { depth: 20, pages: 400 } });
    expect(found.length).toBeLessThan(200);
    expect(found.filter((path) => path.startsWith('/same'))).toHaveLength(1);
    expect(new Set(Object.values(left))).toEqual(new Set(['duplicate']));
  });

  it('takes the site to be where its first page has moved to', async () => {
    const moved = await Site.start();
    await using _ = moved;
    site.lay({ '/': redirect(moved.url('/docs/', 'www.site.test'), 301) });
    moved.pages.set('/docs/', linking('/docs/a', '/b'));
    moved.pages.set('/docs/a', 'A');
    const { found } = await walks.walk({ settings: crawl });
    expect(found).toEqual([moved.url('/docs/', 'www.site.test'), moved.url('/docs/a', 'www.site.test')]);
  });

  it('reads plain text in the encoding that its server or its characters name, and notes which', async () => {
    const plain =
      (text: string, type: string): Answer =>
      (_request, response) =>
        response.setHeader('content-type', type).end(Buffer.from(text, 'latin1'));
    const pages = {
      '/said.txt': ['Grüße aus Köln.', 'text/plain; charset=iso-8859-1'],
      '/unsaid.txt': ['Es dämmert früher.', 'text/plain'],
    } as const;
    site.lay({ '/': linking(...Object.keys(pages)) });
    for (const [path, [text, type]] of Object.entries(pages)) site.lay({ [path]: plain(text, type) });
    const [, ...read] = await walks.entries({ settings: crawl });
    expect(read).toMatchObject(
      Object.values(pages).map(([text]) => ({ found: true, content: { text, notes: ['Read as windows-1252.'] } })),
    );
  });

  it('reads plain text in ISO-2022-JP, whose bytes are valid UTF-8, where its server says so', async () => {
    site.lay({ '/': { type: 'text/plain; charset=ISO-2022-JP', text: 'Port: \u001b$B9A\u001b(B.' } });
    expect(await walks.entries()).toMatchObject([{ content: { text: 'Port: 港.', notes: ['Read as iso-2022-jp.'] } }]);
  });

  it('leaves what is no page to its reason, and goes on', async () => {
    site.lay({
      '/': linking('/film', '/note.md', '/broken', '/bytes', '/blank'),
      '/film': { type: 'video/mp4', text: 'x' },
      '/note.md': { type: 'text/markdown; charset=utf-8', text: '# Note' },
      '/broken': (_request, response) => response.writeHead(500).end(),
      '/bytes': { type: 'text/plain', text: 'a\u0000b' },
      '/blank': { type: 'text/plain', text: ' \n' },
    });
    expect(await walks.walk({ settings: crawl })).toEqual({
      found: ['/', '/note.md'],
      left: { '/film': 'type', '/broken': 'http-500', '/bytes': 'binary', '/blank': 'no-text' },
    });
  });
});
