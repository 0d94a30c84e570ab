import type { DocumentType } from '@tributary/contracts';
import { scanCode } from '../code/scan-code.js';
import { scanData } from '../data/scan-data.js';
import { languageOf, shapeOf, type Shape } from '../languages/languages.js';
import { scanMarkdown } from '../markdown/scan-markdown.js';
import { scanProse } from '../prose/scan-prose.js';
import { trimSpan } from '../text/blank.js';
import type { Block, Piece } from '../text/block.js';
import { Lines } from '../text/lines.js';
import { pack } from '../text/pack.js';
import type { Sizes } from '../text/split-span.js';
import type { Chunk, ChunkedDocument } from './chunk.js';
import { fileTitle, firstWords, titlePath } from './heading.js';
import { mayShareChunk } from './sharing.js';

/** Name and version of the rules in this library, as cards record them. A change that moves a boundary makes a new version. */
export const CHUNKER = 'blocks@1';

/** What no chunk exceeds, in UTF-16 units. */
const LIMIT = 1500;
const TEXT_SIZES: Sizes = { target: 480, limit: LIMIT };
const CODE_SIZES: Sizes = { target: 330, limit: LIMIT };

export interface DocumentToChunk {
  readonly text: string;
  readonly type: DocumentType;
  /** With `/`; tells the language, and is the title of code. */
  readonly path?: string;
  /** Overrides what the path tells. */
  readonly lang?: string;
  readonly title?: string;
}

/** Takes a document apart into passages of about 480 characters (code: 330), at most 1,500, which together hold every character that is not white
 *  space once and in order. Deterministic, linear in the length of the text. */
export function chunkDocument({ text, type, path, lang, title }: DocumentToChunk): ChunkedDocument {
  const language = lang ?? (path === undefined ? undefined : languageOf(path));
  const shape = shapeFor({ language, type, path });
  const lines = new Lines(text);
  const isCode = shape === 'code' || shape === 'data';
  const sizes = isCode ? CODE_SIZES : TEXT_SIZES;
  const scan = scanDocument(lines, { shape, language: language ?? '', sizes });
  const own = title ?? (isCode ? path : (scan.title ?? (path === undefined ? undefined : fileTitle(path))));
  const pieces = pack(text, scan.blocks, { sizes, mayShare: mayShareChunk(sizes) });
  const chunks = toChunks(lines, pieces, own ?? '');
  const result = { title: own ?? firstWords(text), chunks };
  return language === undefined ? result : { ...result, lang: language };
}

interface Scan {
  readonly blocks: readonly Block[];
  readonly title?: string;
}

function scanDocument(
  lines: Lines,
  { shape, language, sizes }: { readonly shape: Shape; readonly language: string; readonly sizes: Sizes },
): Scan {
  switch (shape) {
    case 'markdown':
      return scanMarkdown(lines);
    case 'prose':
      return { blocks: scanProse(lines) };
    case 'code':
      return { blocks: scanCode(lines, { language, sizes }) };
    case 'data':
      return { blocks: scanData(lines) };
  }
}

// Notes, memories and pages come without a path and are mostly written in Markdown; in plain text its rules find paragraphs.
function shapeFor({
  language,
  type,
  path,
}: {
  readonly language: string | undefined;
  readonly type: DocumentType;
  readonly path: string | undefined;
}): Shape {
  const known = language === undefined ? undefined : shapeOf(language);
  if (known) return known;
  if (type === 'code') return 'code';
  return path === undefined ? 'markdown' : 'prose';
}

function toChunks(lines: Lines, pieces: readonly Piece[], title: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (const piece of pieces) {
    const span = trimSpan(lines.text, piece);
    if (!span) continue;
    const { blocks } = piece;
    const symbol = symbolOf(blocks);
    const chunk = {
      n: chunks.length,
      content: lines.text.slice(span.start, span.end),
      heading: titlePath(title, pathOf(blocks)),
      chunk_type: typeOf(blocks, symbol),
      range: lines.range(span),
    };
    chunks.push(symbol === undefined ? chunk : { ...chunk, sym: symbol });
  }
  return chunks;
}

/** That of the first block with text of its own: a heading that only leads to the next one is in that one's path. */
function pathOf(blocks: readonly Block[]): readonly string[] {
  return (blocks.find(({ kind }) => kind !== 'heading') ?? blocks.at(-1))?.path ?? [];
}

/** The one thing defined in it, or the innermost class whose beginning it is. */
function symbolOf(blocks: readonly Block[]): string | undefined {
  const first = blocks.find(({ symbol }) => symbol !== undefined)?.symbol;
  if (first === undefined) return undefined;
  const isOne = blocks.every(({ symbol, path }) => symbol === undefined || symbol === first || path.includes(first));
  return isOne ? (blocks.findLast(({ kind }) => kind === 'class')?.symbol ?? first) : undefined;
}

function typeOf(blocks: readonly Block[], symbol: string | undefined): string {
  const kinds = new Set(blocks.map(({ kind }) => kind));
  const defining = blocks.find((block) => block.symbol !== undefined && block.symbol === symbol);
  if (defining) return defining.kind;
  if (kinds.has('function') || kinds.has('class') || kinds.has('comment')) return 'block';
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined && only !== 'heading' && only !== 'html' ? only : 'section';
}
