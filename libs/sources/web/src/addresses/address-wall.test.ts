import { BlockList } from 'node:net';
import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { spellingsOfV4, spellingsOfV6 } from '../testing/spellings.fixture.js';
import { AddressWall } from './address-wall.js';

/** IANA's registries of special addresses, by hand: what the wall is compared with. */
const SPECIAL_V4 =
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24
  192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/);
const SPECIAL_V6 = `::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20`.split(/\s+/);

const special = { ipv4: registry(SPECIAL_V4, 'ipv4'), ipv6: registry(SPECIAL_V6, 'ipv6') };

function registry(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const wall = new AddressWall();
/** As the fetcher sees a host after the URL was parsed; undefined for one that no URL can have. */
function hostOf(spelling: string): string | undefined {
  return URL.parse(`http://${spelling}/`)
    ?.hostname.replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

describe('the address wall', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['169.254.169.254', 'linkLocal'],
    ['100.127.255.255', 'carrierGradeNat'],
    ['0.0.0.0', 'unspecified'],
    ['255.255.255.255', 'broadcast'],
    ['224.0.0.1', 'multicast'],
    ['192.0.2.1', 'reserved'],
    ['198.19.0.1', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:8.8.8.8', 'ipv4Mapped'],
    ['::7f00:1', 'reserved'],
    ['64:ff9b::7f00:1', 'rfc6052'],
    ['64:ff9b:1::1', 'rfc6052'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:1::1', 'teredo'],
    ['fe80::1', 'linkLocal'],
    ['fc00::1', 'uniqueLocal'],
    ['fd12:3456::1', 'uniqueLocal'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['site.test', 'not an address'],
  ])('is closed to %s: %s', (address, why) => {
    expect(wall.refusalOf(address)).toBe(why);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450:4001:81b::200e'])(
    'is open to %s',
    (address) => {
      expect(wall.refusalOf(address)).toBeUndefined();
    },
  );

  it('is closed to the address of a platform that is public by its number, unless it is opened', () => {
    expect(['168.63.129.15', '168.63.129.16', '168.63.129.17'].map((address) => wall.refusalOf(address))).toEqual([
      undefined,
      'platform',
      undefined,
    ]);
    expect(new AddressWall(['168.63.129.16/32']).refusalOf('168.63.129.16')).toBeUndefined();
  });

  it('opens the networks it is told to, and nothing beside them', () => {
    const opened = new AddressWall(['10.1.0.0/16', 'fd12::/16']);
    expect([opened.refusalOf('10.1.255.1'), opened.refusalOf('fd12::9')]).toEqual([undefined, undefined]);
    expect([opened.refusalOf('10.2.0.1'), opened.refusalOf('fd13::9'), opened.refusalOf('::ffff:10.1.0.1')]).toEqual([
      'private',
      'uniqueLocal',
      'ipv4Mapped',
    ]);
    expect(() => new AddressWall(['10.1.0.0'])).toThrow(/no network/);
  });

  it('agrees with the registries of special addresses, however an address is spelled in a URL', () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    const borders = SPECIAL_V4.map((network) => network.split(/[./]/).map(Number));
    const disagreements: string[] = [];
    let closed = 0;
    for (let round = 0; round < 1500; round++) {
      const bytes = nearBorder(borders[random.below(borders.length)] ?? [], random);
      const address = bytes.join('.');
      const isSpecial = special.ipv4.check(address, 'ipv4');
      if (isSpecial) closed++;
      for (const spelling of spellingsOfV4(bytes, random)) {
        const host = hostOf(spelling) ?? '';
        if (host !== address || (wall.refusalOf(host) !== undefined) !== isSpecial) disagreements.push(`${spelling} is ${address}`);
      }
      const mapped = hostOf(`[::ffff:${address}]`) ?? '';
      if (wall.refusalOf(mapped) !== 'ipv4Mapped') disagreements.push(mapped);
    }
    expect(disagreements).toEqual([]);
    expect(closed).toBeGreaterThan(300);
    expect(closed).toBeLessThan(1400);
  });

  it('agrees with them on IPv6', () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    const starts = [0x2000, 0x2001, 0x2002, 0x2003, 0x2620, 0x3ffe, 0x3fff, 0x64, 0, 0x1fff, 0x4000, 0xfc00, 0xfe80, 0xff02, 0x100];
    const seconds = [0, 1, 2, 4, 0x10, 0x20, 0x4f, 0xdb8, 0xff9b, 0x1ff, 0x200];
    const disagreements: string[] = [];
    for (let round = 0; round < 1500; round++) {
      const word = () => random.below(0x10000);
      const second = random.below(2) === 0 ? word() : (seconds[random.below(seconds.length)] ?? 0);
      const middle = [0, 0, 0, 0].map(() => (random.below(3) === 0 ? word() : 0));
      const words = [starts[random.below(starts.length)] ?? 0, second, word(), ...middle, word()];
      if (random.below(8) === 0) words.splice(0, 5, 0, 0, 0, 0, 0);
      const isSpecial = special.ipv6.check(words.map((n) => n.toString(16)).join(':'), 'ipv6');
      for (const spelling of spellingsOfV6(words, random)) {
        const host = hostOf(spelling);
        if (host !== undefined && (wall.refusalOf(host) !== undefined) !== isSpecial) disagreements.push(`${spelling} is ${host}`);
      }
    }
    expect(disagreements).toEqual([]);
  });
});

/** An address in or just beside a network. */
function nearBorder([a = 0, b = 0, c = 0, d = 0, bits = 8]: readonly number[], random: SeededRandom): readonly number[] {
  const first = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const size = 2 ** (32 - bits);
  const offset = random.pick([-1, 0, 1, size - 1, size, random.below(size), random.below(2 ** 32)]);
  const value = (((first + offset) % 2 ** 32) + 2 ** 32) % 2 ** 32;
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
}
