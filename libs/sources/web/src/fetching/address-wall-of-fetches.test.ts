import { SeededRandom, testSeed } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemResolve } from '../addresses/locate-host.js';
import { siteFetcher } from '../testing/fetcher.fixture.js';
import { Site, redirect } from '../testing/site.fixture.js';
import { spellingsOfV4 } from '../testing/spellings.fixture.js';

let site: Site;
beforeEach(async () => {
  site = await Site.start({ '/': '<p>secret</p>' });
});
afterEach(() => site[Symbol.asyncDispose]());

/** 127.0.0.2, which nobody opened, and other closed ones, as a redirect may spell them. */
const CLOSED = [
  ...spellingsOfV4([127, 0, 0, 2], new SeededRandom(7)),
  '0177.0.0.2',
  '127.2',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '0.0.0.0',
  '0',
  '169.254.169.254',
];

describe('a fetch', () => {
  it('connects to nothing of this machine unless that is opened, however the address is spelled', async () => {
    const fetcher = siteFetcher({ allow: [], resolve: systemResolve, ports: [site.port] });
    const spellings = [
      ...spellingsOfV4([127, 0, 0, 1], new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']))),
      'localhost',
      'localhost.',
      'LOCALHOST',
      '[::1]',
    ];
    for (const host of spellings)
      expect(await fetcher.fetch(site.url('/', host)), host).toMatchObject({ status: 'refused', reason: 'address-refused' });
    expect(site.asked).toEqual([]);
    expect(await siteFetcher().fetch(site.url('/', '0x7f.1'))).toMatchObject({ status: 'ok' });
  });

  it('follows no redirect to a closed address in any spelling, and sends nothing there', async () => {
    for (const host of CLOSED) {
      site.pages.set('/away', redirect(site.url('/stolen', host), 307));
      expect(await siteFetcher().fetch(site.url('/away')), host).toMatchObject({ status: 'refused', reason: 'address-refused' });
    }
    expect(site.asked.every((path) => path === '/away')).toBe(true);
  });

  it('follows none to a name that leads there, to another scheme, to a closed port or with a password', async () => {
    const resolve = (name: string) => Promise.resolve(name === 'site.test' ? ['127.0.0.1'] : ['8.8.8.8', '10.0.0.5']);
    const fetcher = siteFetcher({ resolve });
    const reasonOf = async (to: string) => {
      site.pages.set('/away', redirect(to));
      return fetcher.fetch(site.url('/away'));
    };
    expect(await reasonOf('http://rebind.test/')).toMatchObject({ reason: 'address-refused', detail: 'private' });
    expect(await reasonOf('file:///etc/passwd')).toMatchObject({ reason: 'scheme' });
    expect(await reasonOf('gopher://site.test/')).toMatchObject({ reason: 'scheme' });
    expect(await reasonOf('http://93.184.215.14:22/')).toMatchObject({ reason: 'port' });
    expect(await reasonOf('http://user:word@site.test/')).toMatchObject({ reason: 'credentials' });
  });

  it('resolves a name once a hop and connects to that address, whatever the name says afterwards', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const asked: string[] = [];
    const resolve = (name: string) => {
      asked.push(name);
      return Promise.resolve(answers.shift() ?? ['10.0.0.1']);
    };
    const fetcher = siteFetcher({ resolve });
    expect(await fetcher.fetch(site.url('/', 'changing.test'))).toMatchObject({ status: 'ok' });
    expect(site.headers.host).toBe(`changing.test:${site.port.toString()}`);
    expect(asked).toEqual(['changing.test']);
    expect(await fetcher.fetch(site.url('/', 'changing.test'))).toMatchObject({ reason: 'address-refused', detail: 'private' });
    expect(site.asked).toEqual(['/']);
  });
});
