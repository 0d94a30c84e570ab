import type { SourceRecord } from '@tributary/engines-port';
import { sourceId } from '@tributary/kernel/ids';

const DEFAULT_PAGES = 200;
/** More no source may wish for. */
const MOST_PAGES = 100_000;

/** That a source of the web has more pages than it may read, and how to have them read. @returns undefined where it has not */
export function pageLimitNote({
  id,
  kind,
  route,
  location,
  settings = {},
  skipped,
}: Pick<SourceRecord, 'id' | 'kind' | 'route' | 'location' | 'settings' | 'skipped'>): string | undefined {
  const left = skipped['page-limit'] ?? 0;
  if (kind !== 'web' || left === 0) return undefined;
  const { mode, depth, pages = DEFAULT_PAGES, recheck_minutes: recheck } = settings;
  const many = left === 1 ? '1 page is' : `${left.toLocaleString('en-US')} pages are`;
  const why = `${many} left out: there are more than it may read.`;
  // The command line knows no further pages of that mode.
  if (mode === 'page') return `${why} To read more, give it again with a higher number of pages.`;
  const options = [
    // Without it the same address is another source.
    ...(id === sourceId(location, route.docs) ? [`--collection ${route.docs}`] : []),
    ...(mode === 'sitemap' ? ['--sitemap'] : []),
    ...(typeof depth === 'number' ? [`--depth ${depth.toString()}`] : []),
    `--pages ${Math.min(Number(pages) + left, MOST_PAGES).toString()}`,
    ...(typeof recheck === 'number' ? [`--recheck ${recheck.toString()}`] : []),
  ];
  return `${why} To read more: tributary index '${location.replaceAll("'", '%27')}' ${options.join(' ')} (never more than the setting web.max_pages).`;
}
