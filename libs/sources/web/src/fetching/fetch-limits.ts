import { MIB } from '@tributary/kernel';

/** What one fetch may cost. */
export interface FetchLimits {
  /** Of a body, as sent and unpacked. */
  readonly maxBytes: number;
  /** How many times larger an unpacked body of more than a megabyte may be than what was sent. */
  readonly maxRatio: number;
  /** From the first name that is resolved to the last byte, redirects included. */
  readonly totalMs: number;
  /** Without a byte. */
  readonly idleMs: number;
  readonly maxRedirects: number;
  /** Of all response headers together. */
  readonly maxHeaderBytes: number;
  /** Ports beside those of addresses that a person opened. */
  readonly ports: readonly number[];
}

export const DEFAULT_LIMITS: FetchLimits = {
  maxBytes: 20 * MIB,
  maxRatio: 100,
  totalMs: 30_000,
  idleMs: 10_000,
  maxRedirects: 5,
  maxHeaderBytes: 32 * 1024,
  ports: [80, 443, 8080, 8443],
};
