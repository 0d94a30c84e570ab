import type { ScannedEntry } from '@tributary/sources-port';
import { WebReader, type WebReaderOptions } from '../reader/web-reader.js';
import { SITE_NETWORK, siteResolve } from './fetcher.fixture.js';
import { Memory } from './memory.fixture.js';
import { PlainExtractor } from './plain-extractor.fixture.js';
import type { Site } from './site.fixture.js';

interface Wish {
  readonly path?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly ignore?: readonly string[];
}

/** One source over a site of the test, walked again and again. */
export class Walks {
  readonly memory = new Memory();
  /** Milliseconds it would have paused, one number a pause. */
  readonly pauses: number[] = [];
  readonly reader: WebReader;
  readonly #site: Site;

  constructor(site: Site, options: Partial<WebReaderOptions> = {}) {
    this.#site = site;
    const pause = (ms: number) => {
      this.pauses.push(ms);
      return Promise.resolve();
    };
    const network = { allowAddresses: [SITE_NETWORK], resolve: siteResolve };
    this.reader = new WebReader({ extractor: new PlainExtractor(), delayMs: 0, pause, ...network, ...options });
  }

  async entries({ path = '/', settings, ignore }: Wish = {}): Promise<readonly ScannedEntry[]> {
    this.#site.asked.length = 0;
    const entries: ScannedEntry[] = [];
    const options = { memory: this.memory, settings, ignore };
    for await (const entry of this.reader.scan(this.#site.url(path), options)) entries.push(entry);
    return entries;
  }

  /** Paths that were found, in order, and with those left out the reason. */
  async walk(wish: Wish = {}): Promise<{ readonly found: readonly string[]; readonly left: Readonly<Record<string, string>> }> {
    const entries = await this.entries(wish);
    const short = (path: string) => path.replace(this.#site.url(''), '');
    return {
      found: entries.flatMap((entry) => (entry.found ? [short(entry.path)] : [])),
      left: Object.fromEntries(
        entries.flatMap((entry) => (entry.found ? [] : [[short(entry.path), `${entry.reason}${entry.passing === true ? '' : ', goes'}`]])),
      ),
    };
  }
}
