import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Site, failing } from '../testing/site.fixture.js';
import { Walks } from '../testing/walk.fixture.js';

let site: Site;
let walks: Walks;
let clockMs: number;
/** Requests for robots.txt. */
let robots: number;
/** Requests that run at the moment, and the most of them. */
let running: number;
let most: number;
beforeEach(async () => {
  [clockMs, robots, running, most] = [0, 0, 0, 0];
  site = await Site.start();
  site.pages.set('/robots.txt', (_request, response) => {
    robots++;
    response.end('User-agent: *\nCrawl-delay: 3\n');
  });
  site.pages.set('*', (_request, response) => {
    most = Math.max(most, ++running);
    void turnOfLoop().then(() => {
      running--;
      response.setHeader('content-type', 'text/html').end('<p>Text.</p>');
    });
  });
  walks = new Walks(site, { now: () => clockMs });
});
afterEach(() => site[Symbol.asyncDispose]());

const read = (path: string, signal?: AbortSignal) => walks.reader.read(site.url('/'), site.url(path), { signal });

describe('pages that are read one by one', () => {
  it('are asked for one after the other, with a pause between two, by one robots.txt', async () => {
    const outcomes = await Promise.all(['/a', '/b', '/c'].map((path) => read(path)));
    expect(outcomes.map((outcome) => outcome.read)).toEqual([true, true, true]);
    expect({ robots, most, asked: site.asked, pauses: walks.pauses }).toEqual({
      robots: 1,
      most: 1,
      asked: ['/a', '/b', '/c'],
      pauses: [3000, 3000],
    });
  });

  it('keep to a robots.txt that changed some minutes later', async () => {
    await read('/a');
    site.pages.set('/robots.txt', 'User-agent: *\nDisallow: /a\n');
    clockMs = 119_000;
    expect(await read('/a')).toMatchObject({ read: true });
    clockMs = 121_000;
    expect(await read('/a')).toEqual({ read: false, reason: 'robots', passing: true });
  });

  it('leave a host that is busy alone for some minutes, and not for ever', async () => {
    const open = site.pages.get('*') ?? '';
    site.pages.set('*', failing(503, { 'retry-after': '3600' }));
    expect(await read('/a')).toMatchObject({ read: false, reason: 'http-503' });
    site.pages.set('*', open);
    expect(await read('/b')).toMatchObject({ read: false, reason: 'host-busy' });
    clockMs = 121_000;
    expect(await read('/b')).toMatchObject({ read: true });
  });

  it('wait for a walk over their host, and the walk for them', async () => {
    const [entries, ...outcomes] = await Promise.all([walks.entries(), read('/a'), read('/b')]);
    expect(entries).toMatchObject([{ found: true }]);
    expect(outcomes.map((outcome) => outcome.read)).toEqual([true, true]);
    expect({ most, pauses: walks.pauses }).toEqual({ most: 1, pauses: [3000, 3000] });
  });

  it('need not be waited for by who gives up, and let the next one in', async () => {
    const leaving = new AbortController();
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<undefined>();
    site.pages.set('/a', (_request, response) => void mayEnd.then(() => response.setHeader('content-type', 'text/html').end('<p>A</p>')));
    const first = read('/a');
    const second = read('/b', leaving.signal);
    leaving.abort();
    await expect(second).rejects.toThrow();
    letEnd(undefined);
    expect(await Promise.all([first, read('/c')])).toMatchObject([{ read: true }, { read: true }]);
    expect(site.asked).toEqual(['/a', '/c']);
  });
});
