import { afterAll, describe, expect, it } from 'vitest';
import type { ExtractionRequest, TextExtractor } from '../extraction/text-extractor.js';

const PAGE = `<!doctype html><html lang="en"><head><title>Tides</title><link rel="canonical" href="/tides"></head>
<body><nav><a href="/">Home</a></nav><main><h1>Tides</h1><p>The moon pulls the sea, and the sea follows it around the world.</p>
<p>Read on about <a href="ports.html#north">ports</a>.</p></main></body></html>`;

/** The behaviours every text extractor shows. @param open makes one that is used by these tests alone */
export function describeTextExtractor(name: string, open: () => TextExtractor): void {
  describe(`${name} as a text extractor`, () => {
    const extractor = open();
    afterAll(() => extractor.close());

    it('tells by name or media type alone what it would extract', () => {
      expect(extractor.formatOf({ name: 'a/B.HTML' })).toBe('html');
      expect(extractor.formatOf({ mediaType: 'text/html; charset=utf-8' })).toBe('html');
      expect(extractor.formatOf({ name: 'main.ts' })).toBeUndefined();
      expect(extractor.formatOf({ name: 'notes.md', mediaType: 'text/markdown' })).toBeUndefined();
    });

    it('gives text as Markdown with title, links and what the page says of itself', async () => {
      const outcome = await extractor.extract({ ...html(PAGE), url: 'https://sea.example/a/b.html' });
      expect(outcome).toMatchObject({
        extracted: true,
        format: 'html',
        lang: 'markdown',
        title: 'Tides',
        links: [{ url: 'https://sea.example/' }, { url: 'https://sea.example/a/ports.html', text: 'ports' }],
        page: { canonicalUrl: 'https://sea.example/tides', noIndex: false, noFollow: false },
      });
      expect(outcome.extracted && outcome.text).toContain('# Tides\n\nThe moon pulls the sea');
    });

    it('refuses what it does not know with a reason and a sentence, without an exception', async () => {
      const unknown = await extractor.extract({ bytes: Uint8Array.of(0, 1, 2, 3), name: 'x.bin' });
      expect(unknown).toMatchObject({ extracted: false, reason: 'unsupported' });
      expect(unknown.extracted ? '' : unknown.detail).toMatch(/\.$/);
      expect(await extractor.extract({ bytes: new Uint8Array(), name: 'x.html' })).toMatchObject({ extracted: false, reason: 'no-text' });
    });

    it('answers many at once, each its own', async () => {
      const pages = Array.from({ length: 12 }, (_, n) => html(PAGE.replaceAll('Tides', `Tides ${n.toString()}`)));
      const outcomes = await Promise.all(pages.map((page) => extractor.extract(page)));
      expect(outcomes.map((outcome) => outcome.extracted && outcome.title)).toEqual(pages.map((_, n) => `Tides ${n.toString()}`));
    });

    it('rejects when its signal aborts, and goes on with the next', async () => {
      await expect(extractor.extract(html(PAGE), AbortSignal.abort())).rejects.toThrow(/abort/i);
      const stop = new AbortController();
      const asked = extractor.extract(html(PAGE), stop.signal);
      stop.abort();
      await expect(asked).rejects.toThrow(/abort/i);
      expect(await extractor.extract(html(PAGE))).toMatchObject({ extracted: true });
    });

    it('leaves the bytes as they were', async () => {
      const request = html(PAGE);
      await extractor.extract(request);
      expect(Buffer.from(request.bytes).toString()).toBe(PAGE);
    });

    it('rejects after it was closed', async () => {
      const closed = open();
      await closed.close();
      await expect(closed.extract(html(PAGE))).rejects.toMatchObject({ code: 'EXTRACTION.CLOSED' });
    });
  });
}

function html(text: string): ExtractionRequest {
  return { bytes: Buffer.from(text), name: 'page.html' };
}
