import type { ExtractedLink, ExtractedPage } from '@tributary/sources-port';
import type { DomDocument } from '../dom/dom.js';
import { oneLine } from '../text/tidy.js';

const MOST_LINKS = 5000;
const LONGEST_TEXT = 200;

/** Where the links of a page lead, each once, in order; to the web alone where the address of the page is known. */
export function linksOf(document: DomDocument, url: string | undefined): readonly ExtractedLink[] {
  const base = baseOf(document, url);
  const found = new Map<string, ExtractedLink>();
  for (const anchor of document.querySelectorAll('a[href], area[href]')) {
    const target = resolve(anchor.getAttribute('href') ?? '', base);
    if (target === undefined || found.has(target)) continue;
    const text = oneLine(anchor.textContent ?? '').slice(0, LONGEST_TEXT);
    const noFollow = /\bnofollow\b/i.test(anchor.getAttribute('rel') ?? '');
    found.set(target, { url: target, text, ...(noFollow ? { noFollow } : {}) });
    if (found.size === MOST_LINKS) break;
  }
  return [...found.values()];
}

/** What the head of a page says of it. */
export function pageOf(document: DomDocument, url: string | undefined): ExtractedPage {
  const robots = [...document.querySelectorAll('meta[name]')]
    .filter((meta) => /^(?:robots|tributary)$/i.test(meta.getAttribute('name') ?? ''))
    .map((meta) => meta.getAttribute('content')?.toLowerCase() ?? '')
    .join(',');
  const canonical = resolve(document.querySelector('link[rel~=canonical]')?.getAttribute('href') ?? '', baseOf(document, url));
  return {
    ...(canonical === undefined ? {} : { canonicalUrl: canonical }),
    noIndex: /\b(?:noindex|none)\b/.test(robots),
    noFollow: /\b(?:nofollow|none)\b/.test(robots),
  };
}

function baseOf(document: DomDocument, url: string | undefined): string | undefined {
  const base = document.querySelector('base[href]')?.getAttribute('href');
  if (base === null || base === undefined) return url;
  return URL.canParse(base, url) ? new URL(base, url).href : url;
}

function resolve(href: string, base: string | undefined): string | undefined {
  if (href === '' || href.startsWith('#') || !URL.canParse(href, base)) return undefined;
  const target = new URL(href, base);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return undefined;
  target.hash = '';
  return target.href;
}
