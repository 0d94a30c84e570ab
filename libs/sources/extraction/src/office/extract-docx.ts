import mammoth from 'mammoth';
import type { ExtractionRequest } from '@tributary/sources-port';
import { openArchive, verifyArchive } from '../archive/open-archive.js';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { parseHtml } from '../dom/dom.js';
import { requireDepth } from '../dom/require-depth.js';
import type { Extracted } from '../formats/extractor.js';
import { linksOf } from '../html/links.js';
import { toMarkdown } from '../html/markdown-writer.js';
import { documentProperties } from './core-properties.js';

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Source Code'] => pre:separator('\n')",
];

/** A Word document by its styles: headings, lists, tables, foot and end notes, comments left out. */
export async function extractDocx({ bytes }: ExtractionRequest, budgets: DocumentBudgets): Promise<Extracted> {
  const archive = await openArchive(bytes, budgets);
  await verifyArchive(archive);
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    { styleMap: STYLES, externalFileAccess: false, convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
  );
  const document = parseHtml(`<!doctype html><html><body>${value}</body></html>`);
  requireDepth(document, budgets.maxDepth);
  return {
    ...(await documentProperties(archive)),
    text: document.body === null ? '' : toMarkdown(document.body),
    lang: 'markdown',
    links: linksOf(document, undefined),
  };
}
