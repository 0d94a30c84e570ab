import type { IncomingMessage } from 'node:http';
import { permanent } from '@tributary/kernel';

/** Where nothing is. */
const NOWHERE = '/malformed';

/** Lets addresses that cannot be decoded (`/api/collections/100%`) come as far as any other one, to be refused as any other mistake is.
 *  The router by itself answers them before any guard, in a form of its own. */
export class MalformedAddresses {
  readonly #met = new WeakSet<IncomingMessage>();

  /** The address that the router is to take. */
  readonly routed = (request: IncomingMessage): string => {
    const { url = '/' } = request;
    if (isWellFormed(url)) return url;
    this.#met.add(request);
    return NOWHERE;
  };

  /** @throws `REQUEST.ADDRESS_INVALID` */
  refuse(request: IncomingMessage): void {
    if (!this.#met.has(request)) return;
    throw permanent('REQUEST.ADDRESS_INVALID', 'The address cannot be decoded: encode names in it, as encodeURIComponent does (% is %25).');
  }
}

function isWellFormed(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  try {
    // Used, since a bundler leaves out a call of this function whose result nobody wants.
    return decodeURIComponent(path).length <= path.length;
  } catch {
    return false;
  }
}
