import { MIB } from '@tributary/kernel';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';

/** Unpacked bytes of one sitemap; sitemaps.org allows 50 MiB, too. */
const MAX_BYTES = 50 * MIB;
/** Addresses of one sitemap, as sitemaps.org allows. */
const MAX_ADDRESSES = 50_000;

export interface Sitemap {
  readonly pages: readonly string[];
  /** Of an index: further sitemaps. */
  readonly sitemaps: readonly string[];
}

/** Reads a sitemap, an index of sitemaps, or a text file with one address a line, each of them packed by gzip or not. Entities of its own are not
 *  expanded. @returns undefined for what is none of these */
export function parseSitemap(bytes: Uint8Array): Sitemap | undefined {
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  return text.trimStart().startsWith('<') ? parseXml(text) : parseLines(text);
}

function textOf(bytes: Uint8Array): string | undefined {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return new TextDecoder().decode(isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes);
  } catch {
    return undefined;
  }
}

function parseXml(text: string): Sitemap | undefined {
  const found: { readonly pages: string[]; readonly sitemaps: string[] } = { pages: [], sitemaps: [] };
  const path: string[] = [];
  let root: string | undefined;
  let address: string | undefined;
  const parser = new Parser(
    {
      onopentag: (tag) => {
        const name = tag.replace(/^.*:/, '');
        root ??= name;
        path.push(name);
        if (name === 'loc') address = '';
      },
      ontext: (part) => {
        if (address !== undefined && address.length < 4096) address += part;
      },
      onclosetag: () => {
        const isLoc = path.pop() === 'loc';
        if (!isLoc || address === undefined) return;
        const list = path.at(-1) === 'sitemap' ? found.sitemaps : path.at(-1) === 'url' ? found.pages : [];
        if (list.length < MAX_ADDRESSES) list.push(address.trim());
        address = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  return root === 'urlset' || root === 'sitemapindex' ? found : undefined;
}

function parseLines(text: string): Sitemap | undefined {
  const lines = text
    .split('\n', MAX_ADDRESSES)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const pages = lines.filter((line) => /^https?:\/\/\S+$/i.test(line));
  return pages.length > 0 && pages.length * 2 > lines.length ? { pages, sitemaps: [] } : undefined;
}
