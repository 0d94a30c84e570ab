import type { DocumentType } from '@tributary/contracts';
import { scanCode } from '../code/scan-code.js';
import { scanData } from '../data/scan-data.js';
import { languageOf, shapeOf, type Shape } from '../languages/languages.js';
import { scanMarkdown } from '../markdown/scan-markdown.js';
import { orgTitle } from '../prose/org-title.js';
import { scanProse } from '../prose/scan-prose.js';
import type { Block } from '../text/block.js';
import { Lines } from '../text/lines.js';
import { pack } from '../text/pack.js';
import type { Sizes } from '../text/split-span.js';
import type { ChunkedDocument } from './chunk.js';
import { fileTitle, firstWords } from './heading.js';
import { joinFrontMatter } from './join-front-matter.js';
import { mayShareChunk } from './sharing.js';
import { toChunks } from './to-chunks.js';

/** Name and version of the rules in this library, as cards record them. A change that moves a boundary makes a new version. */
export const CHUNKER = 'syntax@4';

/** What no chunk exceeds, in UTF-16 units. */
const LIMIT = 1500;
const TEXT_SIZES: Sizes = { target: 480, limit: LIMIT };
const CODE_SIZES: Sizes = { target: 330, limit: LIMIT };

export interface DocumentToChunk {
  readonly text: string;
  readonly type: DocumentType;
  /** With `/`; tells the language, and is the title of code. */
  readonly path?: string;
  /** A language that is known here overrides what the path tells; any other, as that of people (`de`), is kept with the document alone. */
  readonly lang?: string;
  readonly title?: string;
}

/** Finds the blocks of code; left out: by its lines. */
export type ScanBlocks = (lines: Lines, sizes: Sizes) => readonly Block[];

/** Takes a document apart into passages of about 480 characters (code: 330), at most 1,500, which together hold every character that is not white
 *  space once and in order; code by its lines, as long as `scanCodeBlocks` knows no better. Deterministic, linear in the length of the text. */
export function chunkDocument({ text, path, title, ...given }: DocumentToChunk, scanCodeBlocks?: ScanBlocks): ChunkedDocument {
  const { language, shape } = kindOf({ path, ...given });
  const lines = new Lines(text);
  const isCode = shape === 'code' || shape === 'data';
  const sizes = isCode ? CODE_SIZES : TEXT_SIZES;
  const scan =
    shape === 'code' && scanCodeBlocks
      ? { blocks: scanCodeBlocks(lines, sizes) }
      : scanDocument(lines, { shape, language: language ?? '', sizes });
  const own = title ?? (isCode ? path : (scan.title ?? (path === undefined ? undefined : fileTitle(path))));
  const pieces = joinFrontMatter(text, pack(text, scan.blocks, { sizes, mayShare: mayShareChunk(sizes) }), sizes);
  const chunks = toChunks(lines, pieces, { title: own ?? '', path });
  const result = { title: own ?? firstWords(text.slice(startOfText(scan.blocks))), chunks };
  const lang = given.lang ?? language;
  return lang === undefined ? result : { ...result, lang };
}

/** Front matter names nothing by its first line. */
function startOfText(blocks: readonly Block[]): number {
  return blocks.find(({ kind }) => kind !== 'front_matter')?.start ?? 0;
}

/** The language that a document is taken apart as, and its shape, by what is known of it. */
export function kindOf({ type, path, lang }: KnownOfDocument): { readonly language: string | undefined; readonly shape: Shape } {
  const isKnown = lang !== undefined && shapeOf(lang) !== undefined;
  const language = isKnown || path === undefined ? lang : (languageOf(path) ?? lang);
  return { language, shape: shapeFor({ language, type, path }) };
}

interface KnownOfDocument {
  readonly type: DocumentType;
  readonly path?: string | undefined;
  readonly lang?: string | undefined;
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
      return { blocks: scanProse(lines), ...titleOf(lines, language) };
    case 'code':
      return { blocks: scanCode(lines, { language, sizes }) };
    case 'data':
      return { blocks: scanData(lines) };
  }
}

function titleOf(lines: Lines, language: string): Pick<Scan, 'title'> {
  const title = language === 'org' ? orgTitle(lines) : undefined;
  return title === undefined ? {} : { title };
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
