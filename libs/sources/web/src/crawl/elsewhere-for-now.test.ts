import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Site, failing, redirect, type Answer } from '../testing/site.fixture.js';
import { Walks } from '../testing/walk.fixture.js';

let site: Site;
let walks: Walks;
beforeEach(async () => {
  site = await Site.start();
  walks = new Walks(site);
});
afterEach(() => site[Symbol.asyncDispose]());

const docs: Readonly<Record<string, Answer>> = {
  '/docs/': 'Docs <a href="/docs/a">a</a> <a href="/docs/b">b</a>',
  '/docs/a': 'A',
  '/docs/b': 'B',
};
const crawl = { path: '/docs/', settings: { mode: 'crawl' } };
const whole = { found: ['/docs/', '/docs/a', '/docs/b'], left: {} };

describe('a crawl whose first page leads elsewhere for now', () => {
  beforeEach(async () => {
    site.lay(docs);
    expect(await walks.walk(crawl)).toEqual(whole);
  });

  it.each([
    ['another site', () => `http://login.site.test:${site.port.toString()}/`],
    ['another folder', () => '/status/'],
  ])(
    'stays where it is and keeps its pages, though that is %s, and goes there when it did three times one after the other',
    async (_where, to) => {
      site.lay({ '/': 'Please sign in', '/status/': 'Back soon', '/docs/': redirect(to(), 302) });
      const waits = { found: ['/docs/a', '/docs/b'], left: { '/docs/': 'redirect-for-now' } };
      expect([await walks.walk(crawl), await walks.walk(crawl)]).toEqual([waits, waits]);
      site.lay(docs);
      expect(await walks.walk(crawl)).toEqual(whole);
      site.lay({ '/docs/': redirect(to(), 303) });
      expect([await walks.walk(crawl), await walks.walk(crawl)]).toEqual([waits, waits]);
      expect((await walks.walk(crawl)).found).toEqual([to()]);
    },
  );

  it('stays where it is while the page it leads to has no text', async () => {
    site.lay({ '/login': { type: 'text/plain', text: ' ' }, '/docs/': redirect('/login', 307) });
    for (let look = 0; look < 4; look++)
      expect(await walks.walk(crawl)).toEqual({ found: ['/docs/a', '/docs/b'], left: { '/docs/': 'no-text' } });
  });

  it('moves at once where that is for good', async () => {
    site.lay({ '/guide/': 'Guide', '/docs/': redirect('/guide/', 308) });
    expect(await walks.walk(crawl)).toEqual({ found: ['/guide/'], left: {} });
  });
});

it('a site whose first page is gone stays where that had moved to', async () => {
  site.lay({ ...docs, '/': redirect('/docs/', 301) });
  const wish = { settings: { mode: 'crawl' } };
  expect(await walks.walk(wish)).toEqual(whole);
  site.lay({ '/': failing(404) });
  const looks = [await walks.walk(wish), await walks.walk(wish), await walks.walk(wish), await walks.walk(wish)];
  expect(looks.map(({ found }) => found)).toEqual(Array(4).fill(['/docs/a', '/docs/b']));
  site.lay({ '/blog': 'Blog', '/docs/a': 'A <a href="/blog">blog</a>', '/': redirect('/blog', 302) });
  expect((await walks.walk(wish)).found).toEqual(['/docs/a', '/docs/b']);
});

describe('pages that lead elsewhere for now', () => {
  it('stay for two looks, and nothing of where they lead is read before', async () => {
    site.lay(docs);
    await walks.walk(crawl);
    for (const path of Object.keys(docs)) {
      site.lay({ [path]: redirect(`/login?next=${path}`, 302) });
      site.lay({ [`/login?next=${path}`]: `Sign in to see ${path}` });
    }
    // A crawl does not follow what leads out of it but from its first page.
    const waits = { found: [], left: { '/docs/': 'redirect-for-now', '/docs/a': 'redirect-outside', '/docs/b': 'redirect-outside' } };
    expect([await walks.walk(crawl), await walks.walk(crawl)]).toEqual([waits, waits]);
    site.lay(docs);
    expect(await walks.walk(crawl)).toEqual(whole);
  });

  it('are not replaced by a notice that the site is down, whether that asks not to be indexed or not', async () => {
    site.lay({ '/': 'Home <a href="/a">a</a> <a href="/b">b</a>', '/a': 'A', '/b': 'B' });
    const wish = { settings: { mode: 'crawl' } };
    await walks.walk(wish);
    site.lay({ '/down': 'Back soon', '/': redirect('/down'), '/a': redirect('/down'), '/b': redirect('/down') });
    const left = { '/': 'redirect-for-now', '/a': 'redirect-for-now', '/b': 'redirect-for-now' };
    expect(await walks.walk(wish)).toEqual({ found: [], left });
    site.lay({ '/down': '<meta name="robots" content="noindex">Back soon' });
    expect(await walks.walk(wish)).toEqual({ found: [], left });
  });

  it('stay also where they were named one by one, and are theirs when they lead there from the first', async () => {
    site.lay({ '/': redirect('/en/'), '/en/': 'Home' });
    expect((await walks.walk()).found).toEqual(['/en/']);
    expect((await walks.walk()).found).toEqual(['/en/']);
    site.lay({ '/': redirect('/login'), '/login': 'Please sign in' });
    const stays = { found: [], left: { '/en/': 'redirect-for-now' } };
    expect([await walks.walk(), await walks.walk()]).toEqual([stays, stays]);
    expect((await walks.walk()).found).toEqual(['/login']);
  });

  it('are not read there when one of them is asked for', async () => {
    site.lay({ '/a': redirect('/login'), '/login': 'Please sign in', '/b': redirect('/c', 301), '/c': 'C' });
    const read = (path: string) => walks.reader.read(site.url('/'), site.url(path));
    expect(await read('/a')).toEqual({ read: false, reason: 'redirect-for-now', passing: true });
    expect(await read('/b')).toMatchObject({ read: true, text: 'C' });
  });
});
