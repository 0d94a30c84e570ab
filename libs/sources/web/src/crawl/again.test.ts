import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Site, failing, redirect, tagged } from '../testing/site.fixture.js';
import { Walks } from '../testing/walk.fixture.js';

let site: Site;
let walks: Walks;
beforeEach(async () => {
  site = await Site.start({ '/': tagged('Home <a href="/a">a</a>', '"1"'), '/a': tagged('A', '"a1"') });
  walks = new Walks(site);
});
afterEach(() => site[Symbol.asyncDispose]());

const wish = { settings: { mode: 'crawl' } };

describe('a page that is looked at again', () => {
  it('is not sent again while its ETag is the same, and is the same then', async () => {
    const first = await walks.entries(wish);
    const second = await walks.entries(wish);
    expect(first.map((entry) => entry.found && entry.content?.text)).toEqual(['Home a', 'A']);
    expect(second).toEqual(first.map(({ content: _content, ...entry }: (typeof first)[number] & { content?: unknown }) => entry));
    site.pages.set('/a', tagged('A, changed', '"a2"'));
    const third = await walks.entries(wish);
    expect(third.map((entry) => entry.found && entry.content?.text)).toEqual([undefined, 'A, changed']);
  });

  it('is sent again when it was read otherwise than pages are read now', async () => {
    await walks.entries(wish);
    const [key = '', note = {}] = [...walks.memory.notes].find(([url]) => url === site.url('/a')) ?? [];
    walks.memory.notes.set(key, { ...note, validator: String(note['validator']).replace(/^web@\d+/, 'web@2') });
    const entries = await walks.entries(wish);
    expect(entries.map((entry) => entry.found && entry.content?.text)).toEqual([undefined, 'A']);
  });

  it('goes when it was missing three times one after the other, and not before', async () => {
    await walks.walk(wish);
    site.pages.delete('/a');
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'http-404' });
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'http-404' });
    site.pages.set('/a', tagged('A', '"a1"'));
    expect((await walks.walk(wish)).found).toEqual(['/', '/a']);
    site.pages.set('/a', failing(410));
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'http-410' });
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'http-410' });
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'http-410, goes' });
    // The page before still leads there, and what was kept may have been held back.
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'http-410, goes' });
    site.pages.set('/a', failing(500));
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'http-500, goes' });
    site.pages.set('/a', tagged('A is back', '"a3"'));
    expect((await walks.walk(wish)).found).toEqual(['/', '/a']);
  });

  it('is forgotten when it is gone and nothing leads there', async () => {
    await walks.walk(wish);
    site.pages.set('/', tagged('No links.', '"9"'));
    site.pages.delete('/a');
    for (let look = 0; look < 3; look++) await walks.walk(wish);
    expect(await walks.walk(wish)).toEqual({ found: ['/'], left: {} });
    expect([...walks.memory.notes.keys()]).toEqual([site.url('/')]);
  });

  it('stays however often its server fails otherwise', async () => {
    await walks.walk(wish);
    for (const code of [500, 403, 401, 502, 418, 429]) {
      site.pages.set('/a', failing(code));
      expect((await walks.walk(wish)).left).toEqual({ '/a': `http-${code.toString()}` });
    }
    site.pages.set('/a', (request) => request.socket.destroy());
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'unreachable' });
  });

  it('is looked at also when nothing leads to it any more, and leaves with the plan that led to it', async () => {
    await walks.walk(wish);
    site.pages.set('/', tagged('No links.', '"9"'));
    expect((await walks.walk(wish)).found).toEqual(['/', '/a']);
    expect((await walks.walk({ settings: { mode: 'crawl', pages: 1 } })).left).toEqual({ '/a': 'page-limit' });
    expect(await walks.walk({ settings: { mode: 'page' } })).toEqual({ found: ['/'], left: {} });
  });
});

describe('pages that did not change', () => {
  beforeEach(() => {
    site.pages.set('/', tagged('Home <a href="/a">a</a> <a href="/b">b</a>', '"1"'));
    site.pages.set('/a', tagged('A <a href="/c">c</a>', '"a1"'));
    site.pages.set('/b', failing(500));
    site.pages.set('/c', tagged('C', '"c1"'));
  });

  it('still lead to one that could not be read before', async () => {
    expect((await walks.walk(wish)).left).toEqual({ '/b': 'http-500' });
    site.pages.set('/b', tagged('B', '"b1"'));
    expect((await walks.walk(wish)).found.toSorted()).toEqual(['/', '/a', '/b', '/c']);
  });

  it.each([{ depth: 1 }, { pages: 2 }])('lead on when the source may read more than %j', async (less) => {
    site.pages.set('/b', tagged('B', '"b1"'));
    expect((await walks.walk({ settings: { mode: 'crawl', ...less } })).found).not.toContain('/c');
    expect((await walks.walk(wish)).found.toSorted()).toEqual(['/', '/a', '/b', '/c']);
  });
});

describe('a page that moved to one that is known', () => {
  beforeEach(async () => {
    site.pages.set('/', tagged('Home <a href="/a">a</a> <a href="/b">b</a>', '"1"'));
    site.pages.set('/b', tagged('B', '"b1"'));
    expect((await walks.walk(wish)).found).toEqual(['/', '/a', '/b']);
  });

  it('goes from its old address where that is for good', async () => {
    site.pages.set('/b', redirect('/a', 301));
    expect(await walks.walk(wish)).toEqual({ found: ['/', '/a'], left: { '/b': 'duplicate, goes' } });
    expect((await walks.walk(wish)).found).toEqual(['/', '/a']);
  });

  it('stays while it leads there for now, as to a login, and goes when it did three times one after the other', async () => {
    const stays = { found: ['/', '/a'], left: { '/b': 'duplicate' } };
    site.pages.set('/b', redirect('/a', 302));
    expect([await walks.walk(wish), await walks.walk(wish)]).toEqual([stays, stays]);
    site.pages.set('/b', tagged('B', '"b1"'));
    expect((await walks.walk(wish)).found).toEqual(['/', '/a', '/b']);
    site.pages.set('/b', redirect('/a', 302));
    expect([await walks.walk(wish), await walks.walk(wish)]).toEqual([stays, stays]);
    expect((await walks.walk(wish)).left).toEqual({ '/b': 'duplicate, goes' });
    expect((await walks.walk(wish)).left).toEqual({ '/a': 'duplicate, goes' });
  });

  it('does not count as unchanged because the other one is', async () => {
    site.pages.set('/a', tagged('A', '"b1"'));
    site.pages.set('/b', redirect('/a', 308));
    expect(await walks.walk(wish)).toEqual({ found: ['/', '/a'], left: { '/b': 'duplicate, goes' } });
  });

  it('keeps nothing below the address it moved to', async () => {
    site.pages.set('/b', redirect('/', 301));
    await walks.walk(wish);
    expect(await walks.entries(wish)).toContainEqual({ found: false, path: site.url('/'), reason: 'duplicate' });
  });
});

describe('a page that says the same as another one by now', () => {
  const stays = { found: ['/', '/a'], left: { '/b': 'duplicate' } };
  const goes = { found: ['/', '/a'], left: { '/b': 'duplicate, goes' } };

  it.each([
    ['is sent whole', (text: string) => text],
    ['has an ETag', (text: string) => tagged(text, `"${text}"`)],
  ])('goes when it did three times one after the other, and does not come back as one, where the other one %s', async (_how, answer) => {
    site.pages.set('/', tagged('Home <a href="/a">a</a> <a href="/b">b</a>', '"1"'));
    site.pages.set('/a', answer('Price 10'));
    site.pages.set('/b', answer('Price 20'));
    expect((await walks.walk(wish)).found).toEqual(['/', '/a', '/b']);
    site.pages.set('/b', answer('Price 10'));
    expect([await walks.walk(wish), await walks.walk(wish)]).toEqual([stays, stays]);
    site.pages.set('/b', answer('Price 20'));
    expect((await walks.walk(wish)).found).toEqual(['/', '/a', '/b']);
    site.pages.set('/b', answer('Price 10'));
    expect([await walks.walk(wish), await walks.walk(wish), await walks.walk(wish), await walks.walk(wish)]).toEqual([
      stays,
      stays,
      goes,
      goes,
    ]);
    site.pages.set('/b', answer('Price 30'));
    expect((await walks.walk(wish)).found).toEqual(['/', '/a', '/b']);
  });
});

describe('a page that is reached by a redirect', () => {
  it('is not sent again while it is the same', async () => {
    site.pages.set('/', tagged('Home <a href="/b">b</a>', '"1"'));
    site.pages.set('/b', redirect('/a', 302));
    await walks.walk(wish);
    const again = await walks.entries(wish);
    expect(again.map((entry) => entry.found && [entry.path, entry.content])).toEqual([
      [site.url('/'), undefined],
      [site.url('/a'), undefined],
    ]);
  });
});

describe('a host that is busy', () => {
  it('is asked again when it says so, and then left for this time', async () => {
    let refusals = 1;
    site.pages.set('/', (_request, response) => {
      if (refusals-- > 0) response.writeHead(503, { 'retry-after': '2' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('Home');
    });
    expect((await walks.walk()).found).toEqual(['/']);
    expect(walks.pauses).toEqual([2000]);
    refusals = 99;
    expect(await walks.walk({ settings: { urls: [site.url('/a')] } })).toEqual({ found: [], left: { '/': 'http-503', '/a': 'host-busy' } });
    expect(site.asked).toEqual(['/', '/', '/']);
  });

  it('is not waited for when it asks for too long', async () => {
    site.pages.set('/', failing(429, { 'retry-after': '3600' }));
    expect((await walks.walk()).left).toEqual({ '/': 'http-429' });
    expect(walks.pauses).toEqual([]);
  });
});
