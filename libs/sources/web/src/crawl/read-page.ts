import { basename } from 'node:path/posix';
import { createHash } from 'node:crypto';
import { isBlank, NO_TEXT, type ExtractedLink, type Extraction, type ReadDocument, type TextExtractor } from '@tributary/sources-port';
import type { FetchOutcome } from '../fetching/fetch-outcome.js';
import { canonicalUrl, toCanonicalUrl } from '../urls/web-address.js';

/** Changes when pages are read differently, so that all of them are read again. */
export const READING = 'web@3';
const DELIMITED = /^(?:text\/(?:plain|markdown|x-markdown|x-rst|csv|tab-separated-values)|application\/(?:json|yaml|x-yaml|toml))$/;
/** Its bytes are ASCII, so that they are valid UTF-8 as well. */
const ESCAPED = /charset\s*=\s*"?(?:cs)?iso-?2022-?jp/i;

type Answer = FetchOutcome & { readonly status: 'ok' };

/** A page as it is to be indexed, and where it leads. */
export type Page =
  | {
      readonly readable: true;
      /** Its own address: the one it names, where it may. */
      readonly address: string;
      readonly document: ReadDocument & { readonly validator: string };
      readonly links: readonly ExtractedLink[];
      readonly noIndex: boolean;
    }
  | { readonly readable: false; readonly reason: string };

/** Whether a response may be a page: by what the extractor knows and by what is text anyway. */
export function isReadable(
  extractor: Pick<TextExtractor, 'formatOf'>,
  { mediaType, url }: { readonly mediaType: string; readonly url: URL },
): boolean {
  return DELIMITED.test(mediaType) || extractor.formatOf(nameOf(mediaType, url)) !== undefined;
}

/** Reads the text of a response: HTML, PDF and the like by the extractor, plain text and Markdown as they are. */
export async function readPage(answer: Answer, extractor: TextExtractor, signal?: AbortSignal): Promise<Page> {
  const { bytes, mediaType, contentType, url } = answer;
  const format = extractor.formatOf(nameOf(mediaType, new URL(url)));
  if (format === undefined) return plainPage(answer, extractor, signal);
  const outcome = await extractor.extract({ bytes, mediaType: contentType, url, ...nameOf('', new URL(url)) }, signal);
  return outcome.extracted ? extractedPage(answer, outcome) : { readable: false, reason: outcome.reason };
}

/** Where a name says another thing than the server, the server is right. */
function nameOf(mediaType: string, url: URL): { readonly name?: string; readonly mediaType?: string } {
  if (mediaType !== '' && mediaType !== 'application/octet-stream') return { mediaType };
  const name = basename(url.pathname);
  return name === '' ? {} : { name };
}

function extractedPage(answer: Answer, outcome: Extraction): Page {
  const { page, links, title, metadata, createdAt, modifiedAt } = outcome;
  const { language, ...rest } = metadata;
  const isLinked = !(page?.noFollow === true || /\b(?:nofollow|none)\b/.test(answer.robots));
  return {
    readable: true,
    address: ownAddress(answer.url, page?.canonicalUrl),
    links: isLinked ? links.filter(({ noFollow }) => noFollow !== true) : [],
    noIndex: page?.noIndex === true || isUnwanted(answer.robots),
    document: {
      ...documentOf(answer, outcome.text),
      lang: outcome.lang,
      ...(title === undefined ? {} : { title: title.slice(0, 500) }),
      ...(createdAt === undefined ? {} : { createdAt }),
      mtimeMs: momentOf(answer.lastModified ?? modifiedAt),
      metadata: { ...plainValues(rest), ...(typeof language === 'string' ? { language } : {}) },
      notes: outcome.notes,
    },
  };
}

async function plainPage(answer: Answer, extractor: TextExtractor, signal: AbortSignal | undefined): Promise<Page> {
  const decoded = (ESCAPED.test(answer.contentType) ? undefined : utf8Of(answer.bytes)) ?? (await decodedBy(extractor, answer, signal));
  if (decoded === undefined) return { readable: false, reason: 'binary' };
  const { text, notes } = decoded;
  if (isBlank(text)) return { readable: false, reason: NO_TEXT };
  const isMarkdown = answer.mediaType.includes('markdown') || /\.(?:md|markdown)$/i.test(new URL(answer.url).pathname);
  const document = {
    ...documentOf(answer, text),
    lang: isMarkdown ? 'markdown' : 'text',
    mtimeMs: momentOf(answer.lastModified),
    notes,
  };
  return { readable: true, address: ownAddress(answer.url), links: [], noIndex: isUnwanted(answer.robots), document };
}

function documentOf({ bytes }: Answer, text: string) {
  const validator = `${READING}:${createHash('sha256').update(bytes).digest('hex')}`;
  const notHashed = { fetched_at: new Date().toISOString() };
  return { read: true as const, text, size: bytes.length, type: 'web' as const, validator, notHashed };
}

/** A page may name another address of its host as its own, not one of somebody else's. */
function ownAddress(fetched: string, named?: string): string {
  const own = canonicalUrl(new URL(fetched));
  const wished = named === undefined ? undefined : toCanonicalUrl(named);
  return wished !== undefined && new URL(wished).hostname === new URL(own).hostname ? wished : own;
}

function isUnwanted(robots: string): boolean {
  return /\b(?:noindex|none)\b/.test(robots);
}

interface Decoded {
  readonly text: string;
  readonly notes: readonly string[];
}

function utf8Of(bytes: Uint8Array): Decoded | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : { text, notes: [] };
  } catch {
    return undefined;
  }
}

/** Text in the encoding that the server names, else in the one that its characters speak for. */
async function decodedBy(
  extractor: TextExtractor,
  { bytes, contentType, url }: Answer,
  signal: AbortSignal | undefined,
): Promise<Decoded | undefined> {
  const outcome = await extractor.extract({ bytes, mediaType: contentType, url }, signal);
  return outcome.extracted ? { text: outcome.text, notes: outcome.notes } : undefined;
}

function momentOf(date: string | undefined): number {
  const moment = Date.parse(date ?? '');
  return Number.isNaN(moment) ? 0 : moment;
}

function plainValues(metadata: Extraction['metadata']): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, typeof value === 'object' ? value.join(', ') : value] as const),
  );
}
