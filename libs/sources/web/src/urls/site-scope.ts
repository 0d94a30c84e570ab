import ignore, { type Ignore } from 'ignore';

/** More segments than a person would make. */
const MAX_SEGMENTS = 20;
/** How often one segment may stand in a path: /a/b/a/b/a/b leads nowhere new. */
const MAX_REPEATS = 2;
/** How many queries of one path are visited. */
const MAX_QUERIES = 30;

/** Which addresses a crawl may visit: those of its host below the folder of its first page, without what the caller leaves out, and without the
 *  shapes of endless pages. */
export class SiteScope {
  readonly #start: URL;
  readonly #folder: string;
  readonly #ignore: Ignore;
  readonly #queries = new Map<string, number>();

  constructor(start: string, ignored: readonly string[] = []) {
    this.#start = new URL(start);
    const { pathname } = this.#start;
    this.#folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
    this.#ignore = ignore().add([...ignored]);
  }

  /** @returns why a link is not followed: `outside`, `ignored` or `trap`; undefined for one that is. Counts the queries of a path. */
  refusalOf(address: string): 'outside' | 'ignored' | 'trap' | undefined {
    const url = new URL(address);
    if (!this.isInside(address)) return 'outside';
    if (this.isIgnored(address)) return 'ignored';
    return this.#isTrap(url) ? 'trap' : undefined;
  }

  /** Of the same site, http or https. */
  isInside(address: string): boolean {
    const { host, pathname } = new URL(address);
    return host === this.#start.host && pathname.startsWith(this.#folder);
  }

  isIgnored(address: string): boolean {
    const path = new URL(address).pathname.replace(/^\/+/, '');
    return path !== '' && ignore.isPathValid(path) && this.#ignore.ignores(path);
  }

  #isTrap({ pathname, search }: URL): boolean {
    const segments = pathname.split('/').filter((segment) => segment !== '');
    if (segments.length > MAX_SEGMENTS) return true;
    const counts = new Map<string, number>();
    for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
    if ([...counts.values()].some((count) => count > MAX_REPEATS)) return true;
    if (search === '') return false;
    const queries = (this.#queries.get(pathname) ?? 0) + 1;
    this.#queries.set(pathname, queries);
    return queries > MAX_QUERIES;
  }
}
