import type { Extractor } from './extractor.js';

/** The extractor of each format; what it stands on is loaded when it is first asked for. */
export const EXTRACTORS: Readonly<Record<string, () => Promise<Extractor>>> = {
  html: async () => (await import('../html/extract-html.js')).extractHtml,
};
