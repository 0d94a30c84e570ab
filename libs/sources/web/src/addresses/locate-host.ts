import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressWall } from './address-wall.js';

/** All addresses of a host name. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** As the system does it, `/etc/hosts` included. */
export const systemResolve: Resolve = async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);

export type LocatedHost =
  | { readonly found: true; readonly address: string }
  | { readonly found: false; readonly reason: 'address-refused' | 'unknown-host'; readonly detail: string };

/** Resolves a host once. One of whose addresses a single one is closed is refused as a whole: it would be tried again until another one came.
 *  @param hostname as in a parsed URL, where every spelling of an IPv4 address is the dotted one by now */
export async function locateHost(
  hostname: string,
  { wall, resolve }: { readonly wall: AddressWall; readonly resolve: Resolve },
): Promise<LocatedHost> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(literal) === 0 ? await resolved(hostname.replace(/\.$/, ''), resolve) : [literal];
  for (const address of addresses) {
    const refusal = wall.refusalOf(address);
    if (refusal !== undefined) return { found: false, reason: 'address-refused', detail: refusal };
  }
  const [address] = addresses;
  return address === undefined ? { found: false, reason: 'unknown-host', detail: hostname } : { found: true, address };
}

async function resolved(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(hostname);
  } catch {
    return [];
  }
}
