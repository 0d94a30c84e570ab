import { isIP } from 'node:net';
import { permanent } from '@tributary/kernel';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** The block from which IPv6 addresses are given out. What lies outside it is reserved, whatever name it may get one day. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** Public by its number, and inside Azure the address at which machines get their platform's data. */
const OF_PLATFORMS = ipaddr.parseCIDR('168.63.129.16/32');

/** Says which addresses may be connected to: those the public internet routes to, and those a person opened. Decides by the bytes of an address, never by
 *  how it is written. */
export class AddressWall {
  readonly #open: readonly Range[];

  /** @param allow networks to open in CIDR notation, such as `10.1.0.0/16` @throws `CONFIG.INVALID` for what is no network */
  constructor(allow: readonly string[] = []) {
    this.#open = allow.map(parseNetwork);
  }

  /** @returns why the address is closed (`loopback`, `private`, `carrierGradeNat`, `ipv4Mapped`, `platform`, …); undefined for an open one */
  refusalOf(text: string): string | undefined {
    if (isIP(text) === 0) return 'not an address';
    const address = ipaddr.parse(text);
    if (this.isOpened(text)) return undefined;
    if (isIn(address, OF_PLATFORMS)) return 'platform';
    const range = address.range();
    if (range !== 'unicast') return range;
    return address.kind() === 'ipv6' && !isIn(address, GLOBAL_V6) ? 'reserved' : undefined;
  }

  /** True of an address that a person opened; it may be reached at every port. */
  isOpened(text: string): boolean {
    if (isIP(text) === 0) return false;
    const address = ipaddr.parse(text);
    return this.#open.some((network) => isIn(address, network));
  }
}

function isIn(address: Address, network: Range): boolean {
  return address.kind() === network[0].kind() && address.match(network);
}

function parseNetwork(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  throw permanent('CONFIG.INVALID', `web.allow_addresses: ${text} is no network: write it as 10.1.0.0/16 or fd12::/16.`);
}
