/** The instance where none is named. */
export const DEFAULT_INSTANCE = 'default';

/** Where a Qdrant server is and how it is to keep collections. */
export interface QdrantSettings {
  /** Without a port 6333 for http and 443 for https; a path is the prefix under which a proxy serves it. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  /** Tells installations on one server apart: part of the name of the catalog, and what collections made beside it are marked with. */
  readonly instance?: string;
  /** A request without an answer is given up after this many ms. */
  readonly timeoutMs?: number;
  readonly shardNumber?: number | undefined;
  readonly replicationFactor?: number | undefined;
  readonly writeConsistencyFactor?: number | undefined;
  readonly readConsistency?: number | 'majority' | 'quorum' | 'all' | undefined;
}

export interface ServerAddress {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** What the client takes: null leaves the port out of the address. */
  readonly clientPort: number | null;
  readonly prefix: string;
}

/** Takes the address of a server apart the way the client wants it. */
export function addressOf(url: string): ServerAddress {
  const parsed = new URL(url);
  const isTls = parsed.protocol === 'https:';
  // URL drops a port that is the scheme's own, where the client would add 6333.
  const isNamed = /^https?:\/\/[^/?#]*:\d+(?:[/?#]|$)/.test(url);
  const usual = isTls ? 443 : 80;
  const port = parsed.port === '' ? (isTls || isNamed ? usual : 6333) : Number(parsed.port);
  const prefix = parsed.pathname.replace(/(?<!\/)\/+$/, '');
  return {
    url: `${parsed.protocol}//${parsed.hostname}${port === usual ? '' : `:${port.toString()}`}`,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port,
    clientPort: port === usual ? null : port,
    prefix,
  };
}
