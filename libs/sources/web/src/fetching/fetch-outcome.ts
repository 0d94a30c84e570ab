/** What came of asking for one address. */
export type FetchOutcome =
  | {
      readonly status: 'ok';
      /** Where the answer came from in the end. */
      readonly url: string;
      /** True where a redirect on the way is not for good (302, 303, 307). */
      readonly isForNow?: true;
      /** Decompressed. */
      readonly bytes: Uint8Array;
      /** Lower case, without parameters; empty where the server names none. */
      readonly mediaType: string;
      /** As the server wrote it. */
      readonly contentType: string;
      readonly etag?: string;
      readonly lastModified?: string;
      /** `X-Robots-Tag`, lower case. */
      readonly robots: string;
    }
  /** What is known is still right. */
  | { readonly status: 'not-modified' }
  /** 404 or 410. */
  | { readonly status: 'gone'; readonly reason: string }
  /** 429 or 503: later. */
  | { readonly status: 'busy'; readonly reason: string; readonly retryAfterMs?: number }
  /** Not fetched, or not to its end; for reasons see docs/web.md. */
  | { readonly status: 'refused'; readonly reason: string; readonly detail?: string };

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** What is known of an address, so that its server need not send it again: told to this address alone, not to one before or after it. */
  readonly known?: { readonly url: string; readonly etag?: string | undefined; readonly lastModified?: string | undefined } | undefined;
  /** By media type and address, before the body is read; left out: everything. */
  readonly accepts?: (mediaType: string, url: URL) => boolean;
  /** Whether a redirect may lead there; left out: anywhere the wall allows. */
  readonly mayFollow?: (url: URL) => boolean | Promise<boolean>;
  /** Bytes of the body at most; left out: the fetcher's own limit. */
  readonly maxBytes?: number;
}

/** A reason that ends a fetch from inside its stream. */
export class Unacceptable extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}
