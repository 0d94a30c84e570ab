import { permanent } from '@tributary/kernel';

/** How a Chroma server is reached; either `url` or `path`. */
export interface ChromaSettings {
  /** Address of a server, such as `http://localhost:8000`; `https` for TLS. */
  readonly url?: string | undefined;
  /** A Chroma folder: the adapter serves it by a `chroma run` of its own. */
  readonly path?: string | undefined;
  /** The program that serves a folder; by default the `chroma` on the PATH. */
  readonly program?: string | undefined;
  /** Sent as bearer token and as `x-chroma-token`. */
  readonly token?: string | undefined;
  readonly tenant?: string | undefined;
  readonly database?: string | undefined;
  /** Candidates the index of a new collection keeps while it searches; at least the number of its points makes searches exact. */
  readonly efSearch?: number | undefined;
  /** A request that has not been answered after this long is repeated, then given up. */
  readonly timeoutMs?: number | undefined;
}

/** Where a server listens, and as whom it is asked. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly tenant: string;
  readonly database: string;
  readonly token?: string;
}

export const TENANT = 'default_tenant';
export const DATABASE = 'default_database';

/** @throws `ENGINE.SETTINGS_INVALID` */
export function addressOf(engine: string, url: string, { token, tenant = TENANT, database = DATABASE }: ChromaSettings): ServerAddress {
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw invalidSettings(engine, 'its url is not an address such as http://localhost:8000');
  }
  if (parsed.username !== '' || parsed.password !== '') throw invalidSettings(engine, 'its url holds a password; write it as token');
  if (parsed.pathname !== '/')
    throw invalidSettings(engine, 'its url has a path, but the client of Chroma addresses servers by host and port alone');
  const tls = parsed.protocol === 'https:';
  const port = parsed.port === '' ? (tls ? 443 : 80) : Number(parsed.port);
  return { host: parsed.hostname, port, tls, tenant, database, ...(token === undefined ? {} : { token }) };
}

/** The address as it may be shown. */
export function shownAddress({ host, port, tls }: ServerAddress): string {
  return `${tls ? 'https' : 'http'}://${host}:${port.toString()}`;
}

export function invalidSettings(engine: string, why: string): Error {
  return permanent('ENGINE.SETTINGS_INVALID', `The engine ${engine} cannot be opened: ${why}.`);
}
