import { createHash } from 'node:crypto';
import type { ScannedEntry, SourceMemory, TextExtractor } from '@tributary/sources-port';
import type { FetchOptions, FetchOutcome } from '../fetching/fetch-outcome.js';
import { SiteScope } from '../urls/site-scope.js';
import { canonicalUrl, toCanonicalUrl } from '../urls/web-address.js';
import { Frontier, type Visit } from './frontier.js';
import { readNote, type PageNote } from './page-note.js';
import type { PoliteFetcher } from './polite-fetcher.js';
import { READING, isReadable, readPage, type Page } from './read-page.js';

/** So often a page must be missing, one scan after the other, until it counts as gone. */
const MISSES = 3;
/** Most links that are noted of one page. */
const NOTED_LINKS = 2000;

interface SitePlan {
  readonly mode: 'page' | 'sitemap' | 'crawl';
  /** The first page, and further ones that were named. */
  readonly start: readonly string[];
  /** Links followed from the first page; 0: none. */
  readonly depth: number;
  readonly pages: number;
  readonly ignore: readonly string[];
}

interface ScanParts {
  readonly plan: SitePlan;
  readonly fetcher: Pick<PoliteFetcher, 'fetch'>;
  readonly extractor: TextExtractor;
  readonly memory: SourceMemory | undefined;
  readonly signal: AbortSignal | undefined;
}

type Answer = FetchOutcome & { readonly status: 'ok' };

/** An address that answered with a page. */
interface MetPage {
  readonly answer: Answer;
  readonly page: Page;
  /** It is another one than is known, and for now. */
  readonly isAway: boolean;
}

/** One walk over the pages of a source: those named, those known from before, and those they lead to. A page goes only when its server said three times
 *  that it is not there, or when it asks not to be indexed; whatever else happens, it stays as it was. */
export class SiteScan {
  readonly #with: ScanParts;
  readonly #frontier: Frontier;
  #scope: SiteScope;
  readonly #known = new Map<string, PageNote>();
  readonly #visited = new Set<string>();
  readonly #met = { addresses: new Set<string>(), texts: new Set<string>() };

  constructor(parts: ScanParts) {
    const { start, pages, ignore } = parts.plan;
    this.#with = parts;
    this.#frontier = new Frontier(pages);
    this.#scope = new SiteScope(start[0] ?? 'https://unknown.invalid/', ignore);
  }

  async *entries(): AsyncGenerator<ScannedEntry> {
    await this.#recall();
    for (let visit = this.#frontier.next(); visit !== undefined; visit = this.#frontier.next()) {
      this.#with.signal?.throwIfAborted();
      this.#visited.add(visit.url);
      if (this.#isPlanned(visit)) yield await this.#visit(visit);
      else await this.#with.memory?.delete([visit.url]);
    }
    const left = this.#frontier.left.filter((visit) => this.#isPlanned(visit)).map(({ url }) => url);
    await this.#forget(left);
    for (const url of new Set([...left, ...this.#known.keys()])) if (!this.#visited.has(url)) yield this.#stays(url, 'page-limit');
  }

  /** What is gone and nothing leads to any more need not be known. */
  async #forget(left: readonly string[]): Promise<void> {
    const gone = [...this.#known].flatMap(([url, note]) =>
      note.gone === true && !this.#visited.has(url) && !left.includes(url) ? [url] : [],
    );
    for (const url of gone) this.#known.delete(url);
    if (gone.length > 0) await this.#with.memory?.delete(gone);
  }

  /** First the pages that were named, then those known from before. One that is gone is asked for only where something leads there. */
  async #recall(): Promise<void> {
    const { plan, memory } = this.#with;
    for (const url of plan.start) this.#frontier.add(url, 0);
    for await (const { key, note } of memory?.all() ?? []) {
      const known = readNote(note);
      if (known === undefined) continue;
      this.#known.set(key, known);
      if (known.gone !== true) this.#frontier.add(key, known.depth);
    }
  }

  /** What an earlier plan led to may not belong to this one. A page that left its sitemap stays until it is gone. */
  #isPlanned({ url, depth }: Visit): boolean {
    const { plan } = this.#with;
    if (plan.mode !== 'sitemap' && plan.start.includes(url)) return true;
    if (plan.mode === 'page' || depth > plan.depth) return false;
    return plan.mode === 'sitemap' ? !this.#scope.isIgnored(url) : this.#scope.isInside(url) && !this.#scope.isIgnored(url);
  }

  async #visit({ url, depth }: Visit): Promise<ScannedEntry> {
    const note = this.#known.get(url);
    const { fetcher, extractor, signal, plan } = this.#with;
    const isStart = url === plan.start[0];
    const outcome = await fetcher.fetch(url, {
      signal,
      ...(note !== undefined && this.#mayBeUnchanged(note) ? { known: knownOf(note, url) } : {}),
      accepts: (mediaType, target) => isReadable(extractor, { mediaType, url: target }),
      mayFollow: (target) => plan.mode !== 'crawl' || isStart || this.#scope.isInside(target.href),
    });
    if (outcome.status === 'ok') return this.#answered({ url, depth }, outcome);
    this.#settle(url, note?.answered ?? note?.page);
    if (outcome.status === 'not-modified') return this.#unchanged({ url, depth }, note);
    if (outcome.status === 'gone') return this.#missing({ url, depth }, outcome.reason);
    return this.#stays(url, outcome.reason);
  }

  async #answered(visit: Visit, answer: Answer): Promise<ScannedEntry> {
    const note = this.#known.get(visit.url);
    const page = await readPage(answer, this.#with.extractor, this.#with.signal);
    const isAway = this.#isAway(note, answer, page);
    this.#settle(visit.url, isAway ? (note?.answered ?? note?.page) : answer.url);
    return this.#meet(visit, { answer, page, isAway });
  }

  /** Where the first page of a crawl has moved to, there is the site. */
  #settle(url: string, place: string | undefined): void {
    const { start, ignore } = this.#with.plan;
    if (this.#isCrawl && url === start[0] && place !== undefined) this.#scope = new SiteScope(place, ignore);
  }

  /** Whether a page that is known leads elsewhere for now: to a login, a notice that the site is down, or anything else that need not be the page. Only one
   *  that did so time after time is there for good. */
  #isAway(note: PageNote | undefined, answer: Answer, page: Page): boolean {
    const place = note?.page ?? note?.answered;
    if (answer.isForNow !== true || place === undefined || answer.url === note?.answered) return false;
    const address = page.readable ? page.address : canonicalUrl(new URL(answer.url));
    return address !== place && (note?.missing ?? 0) + 1 < MISSES;
  }

  async #meet(visit: Visit, { answer, page, isAway }: MetPage): Promise<ScannedEntry> {
    if (!page.readable) return this.#stays(visit.url, page.reason);
    const { address, document, noIndex } = page;
    if (isAway) return this.#missing(visit, this.#met.addresses.has(address) ? 'duplicate' : 'redirect-for-now');
    const before = this.#movedFrom(visit, address);
    if (before !== undefined) return this.#moved(visit, { from: before, to: address });
    const text = createHash('sha256').update(document.text).digest('base64');
    if (this.#met.addresses.has(address)) return this.#stays(visit.url, 'duplicate');
    // Pages without end have addresses without end and one text: they lead nowhere new. One that had another text before need not be such for long.
    if (!noIndex && this.#met.texts.has(text))
      return this.#isKept(visit) ? this.#missing(visit, 'duplicate') : this.#stays(visit.url, 'duplicate');
    this.#met.addresses.add(address);
    this.#met.texts.add(text);
    const links = linksOf(page);
    this.#follow(visit, links);
    if (noIndex) return { found: false, path: address, reason: 'noindex' };
    const { size, mtimeMs, validator } = document;
    const noted = { page: address, answered: answer.url, validator, text, size, mtime_ms: mtimeMs, depth: visit.depth, missing: 0 };
    await this.#note(visit.url, { ...hintsOf(answer), ...noted, ...(this.#isCrawl ? { links: links.slice(0, NOTED_LINKS) } : {}) });
    return { found: true, path: address, size, mtimeMs, type: 'web', validator, content: document };
  }

  #isKept({ url }: Visit): boolean {
    return this.#known.get(url)?.page !== undefined;
  }

  /** Under which other address than the one it has now, which this walk met, a page was kept. */
  #movedFrom({ url }: Visit, address: string): string | undefined {
    const before = this.#known.get(url)?.page;
    return before !== address && this.#met.addresses.has(address) ? before : undefined;
  }

  /** What was kept under the address before goes, unless the walk meets that one as a page of its own. */
  async #moved({ url, depth }: Visit, { from, to }: { readonly from: string; readonly to: string }): Promise<ScannedEntry> {
    await this.#note(url, { page: to, size: 0, mtime_ms: 0, depth, missing: 0 });
    return { found: false, path: from, reason: 'duplicate' };
  }

  get #isCrawl(): boolean {
    return this.#with.plan.mode === 'crawl';
  }

  /** Whether its text need not be sent again: a crawl that does not know where a page leads has to see it. */
  #mayBeUnchanged({ validator, links }: PageNote): boolean {
    return validator?.startsWith(`${READING}:`) === true && (!this.#isCrawl || links !== undefined);
  }

  #follow({ depth }: Visit, links: readonly string[]): void {
    if (depth >= this.#with.plan.depth) return;
    for (const target of links) if (this.#scope.refusalOf(target) === undefined) this.#frontier.add(target, depth + 1);
  }

  /** What it led to may not have been read yet: the walk before was interrupted, shallower or shorter, or met an error there. */
  async #unchanged({ url, depth }: Visit, note: PageNote | undefined): Promise<ScannedEntry> {
    if (note?.page === undefined || note.validator === undefined || this.#met.addresses.has(note.page))
      return this.#stays(url, 'duplicate');
    this.#met.addresses.add(note.page);
    if (note.text !== undefined) this.#met.texts.add(note.text);
    this.#follow({ url, depth }, note.links ?? []);
    if (note.missing > 0) await this.#note(url, { ...note, missing: 0 });
    return { found: true, path: note.page, size: note.size, mtimeMs: note.mtime_ms, type: 'web', validator: note.validator };
  }

  async #missing({ url, depth }: Visit, reason: string): Promise<ScannedEntry> {
    const note = this.#known.get(url) ?? { size: 0, mtime_ms: 0, depth, missing: 0 };
    const missing = note.missing + 1;
    if (missing < MISSES) {
      await this.#note(url, { ...note, missing });
      return this.#stays(url, reason);
    }
    // Whether its document goes is decided later, and may be refused. Where the site is stays known also when its first page is gone.
    const { page, answered = page } = note;
    await this.#note(url, { page, answered, size: 0, mtime_ms: 0, depth, missing: 0, gone: true });
    return { found: false, path: page ?? url, reason };
  }

  /** A page that was met needs nothing that keeps it, and one that is gone has nothing any more. */
  #stays(url: string, reason: string): ScannedEntry {
    const { page: path = url, gone = false } = this.#known.get(url) ?? {};
    return { found: false, path, reason, ...(gone || this.#met.addresses.has(path) ? {} : { passing: true }) };
  }

  async #note(url: string, note: PageNote): Promise<void> {
    await this.#with.memory?.put([{ key: url, note }]);
  }
}

/** Addresses of its own host a page leads to, each once. */
function linksOf({ links, address }: Page & { readonly readable: true }): string[] {
  const { hostname } = new URL(address);
  const targets = links.flatMap(({ url }) => toCanonicalUrl(url, address) ?? []);
  return [...new Set(targets)].filter((target) => new URL(target).hostname === hostname);
}

/** What is known holds for the address that told it, and for none that it redirects to meanwhile. */
function knownOf({ answered, etag, last_modified: lastModified }: PageNote, url: string): FetchOptions['known'] {
  return { url: answered ?? url, etag, lastModified };
}

function hintsOf({ etag, lastModified }: Answer): Pick<PageNote, 'etag' | 'last_modified'> {
  return { ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { last_modified: lastModified }) };
}
