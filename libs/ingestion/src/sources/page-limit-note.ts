import type { SourceRecord } from '@tributary/engines-port';

const DEFAULT_PAGES = 200;

/** That a source of the web has more pages than it may read, and how to have them read. @returns undefined where it has not */
export function pageLimitNote({
  kind,
  location,
  settings = {},
  skipped,
}: Pick<SourceRecord, 'kind' | 'location' | 'settings' | 'skipped'>): string | undefined {
  const left = skipped['page-limit'] ?? 0;
  if (kind !== 'web' || left === 0) return undefined;
  const { mode, depth, pages = DEFAULT_PAGES, recheck_minutes: recheck } = settings;
  const options = [
    ...(mode === 'sitemap' ? ['--sitemap'] : []),
    ...(typeof depth === 'number' ? [`--depth ${depth.toString()}`] : []),
    `--pages ${(Number(pages) + left).toString()}`,
    ...(typeof recheck === 'number' ? [`--recheck ${recheck.toString()}`] : []),
  ];
  const many = left === 1 ? '1 page is' : `${left.toLocaleString('en-US')} pages are`;
  return `${many} left out: there are more than it may read. To read more: tributary index '${location.replaceAll("'", '%27')}' ${options.join(' ')} (never more than the setting web.max_pages).`;
}
