import { chunkDocument, kindOf, type DocumentToChunk } from '../document/chunk-document.js';
import type { ChunkedDocument } from '../document/chunk.js';
import { grammarOf } from './languages/grammars.js';
import { parseDocument } from './parse-document.js';
import { scanSyntax } from './scan-syntax.js';
import type { SyntaxParser } from './syntax-parser.js';

/** As `chunkDocument`, with code taken apart by its syntax tree. Where there is none it is cut by its lines, and the document's notes say why. */
export async function chunkWithSyntax(document: DocumentToChunk, parser: SyntaxParser): Promise<ChunkedDocument> {
  const { language, shape } = kindOf(document);
  if (shape !== 'code') return chunkDocument(document);
  const grammar = grammarOf(language, document.path);
  if (grammar === undefined) return chunkByLines(document, `no grammar for ${language ?? 'a language that is not known'}`);
  const outcome = await parseDocument(document.text, grammar, parser);
  if (!outcome.parsed) return chunkByLines(document, outcome.reason);
  const { parts } = outcome;
  try {
    return chunkDocument(document, (lines, sizes) => scanSyntax(lines, { parts, sizes }));
  } finally {
    for (const { tree } of parts) tree.delete();
  }
}

/** As `chunkDocument`, with a note on why code was not parsed. */
export function chunkByLines(document: DocumentToChunk, reason: string): ChunkedDocument {
  const chunked = chunkDocument(document);
  return isCode(document) ? { ...chunked, notes: [`cut by lines: ${reason}`] } : chunked;
}

/** Whether a document is code, which is parsed where there is a grammar for it. */
export function isCode(document: DocumentToChunk): boolean {
  return kindOf(document).shape === 'code';
}
