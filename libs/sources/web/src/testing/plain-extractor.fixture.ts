import type { ExtractionOutcome, ExtractionRequest, TextExtractor } from '@tributary/sources-port';

/** Reads the simple pages of these tests; the real extractor has its own. */
export class PlainExtractor implements TextExtractor {
  formatOf({ mediaType, name = '' }: Pick<ExtractionRequest, 'name' | 'mediaType'>): string | undefined {
    if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return 'html';
    return mediaType === 'application/pdf' || (mediaType === undefined && name.endsWith('.pdf')) ? 'pdf' : undefined;
  }

  extract({ bytes, mediaType = '', url = '' }: ExtractionRequest): Promise<ExtractionOutcome> {
    if (mediaType.startsWith('text/plain')) return Promise.resolve(plainText(bytes, mediaType));
    const html = new TextDecoder().decode(bytes);
    const robots = /<meta name="robots" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
    const links = [...html.matchAll(/<a href="([^"]*)"( rel="nofollow")?/g)].map(([, href = '', rel]) => ({
      url: new URL(href, url).href,
      text: '',
      noFollow: rel !== undefined,
    }));
    const title = /<title>([^<]*)/.exec(html)?.[1];
    const page = { noIndex: robots.includes('noindex'), noFollow: robots.includes('nofollow') };
    return Promise.resolve({
      extracted: true,
      format: 'html',
      lang: 'markdown',
      text: html.replaceAll(/<title>[^<]*<\/title>|<[^>]*>/g, '').trim(),
      ...(title === undefined ? {} : { title }),
      sections: [],
      links,
      page: canonical === undefined ? page : { ...page, canonicalUrl: new URL(canonical, url).href },
      metadata: { language: 'en' },
      notes: [],
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function plainText(bytes: Uint8Array, mediaType: string): ExtractionOutcome {
  if (bytes.includes(0)) return { extracted: false, reason: 'unsupported', detail: 'It is no text.' };
  const decoder = new TextDecoder(/charset=([\w-]+)/.exec(mediaType)?.[1] ?? 'windows-1252');
  const notes = [`Read as ${decoder.encoding}.`];
  return { extracted: true, format: 'text', lang: 'text', text: decoder.decode(bytes), sections: [], links: [], metadata: {}, notes };
}
