import { chunkDocument, kindOf, type DocumentToChunk } from '../document/chunk-document.js';
import type { ChunkedDocument } from '../document/chunk.js';
import { GRAMMARS, grammarOf } from './languages/grammars.js';
import { scanSyntax } from './scan-syntax.js';
import type { SyntaxParser } from './syntax-parser.js';

/** As `chunkDocument`, with code taken apart by its syntax tree. Where there is none it is cut by its lines, and the document's notes say why. */
export async function chunkWithSyntax(document: DocumentToChunk, parser: SyntaxParser): Promise<ChunkedDocument> {
  const { language, shape } = kindOf(document);
  if (shape !== 'code') return chunkDocument(document);
  const grammar = grammarOf(language, document.path);
  if (grammar === undefined) return chunkByLines(document, `no grammar for ${language ?? 'a language that is not known'}`);
  const outcome = await parser.parse(document.text, grammar);
  if (!outcome.parsed) return chunkByLines(document, outcome.reason);
  const { tree } = outcome;
  try {
    return chunkDocument(document, (lines, sizes) => scanSyntax(lines, { tree, syntax: GRAMMARS[grammar], sizes }));
  } finally {
    tree.delete();
  }
}

/** As `chunkDocument`, with a note on why code was not parsed. */
export function chunkByLines(document: DocumentToChunk, reason: string): ChunkedDocument {
  return { ...chunkDocument(document), notes: [`cut by lines: ${reason}`] };
}

/** Whether a document is code that is to be parsed. */
export function isCode(document: DocumentToChunk): boolean {
  return kindOf(document).shape === 'code';
}
