import { MIB } from '@tributary/kernel';
import type { Configuration } from '@tributary/platform';
import { WebReader, type WebReaderOptions } from '@tributary/sources-web';

/** The reader of web pages, with the limits that are configured. */
export function openWebReader({ web }: Pick<Configuration, 'web'>, extractor: WebReaderOptions['extractor']): WebReader {
  const { allowAddresses, ports, delayMs, maxPageMb, timeoutMs, maxPages, userAgent } = web;
  const limits = { ports, maxBytes: maxPageMb * MIB, totalMs: timeoutMs, idleMs: Math.min(10_000, timeoutMs) };
  return new WebReader({ extractor, allowAddresses, delayMs, maxPages, userAgent, limits });
}
