import { FRONT_MATTER } from '@tributary/contracts';
import type { NamedDocument } from '@tributary/kernel';
import { trimSpan } from '../text/blank.js';
import type { Block, Piece } from '../text/block.js';
import type { Lines } from '../text/lines.js';
import type { Chunk } from './chunk.js';
import { titlePath } from './heading.js';
import { namedBy, scopeName, type Named } from './named.js';

/** Pieces of a text as passages, without those of white space alone. */
export function toChunks(lines: Lines, pieces: readonly Piece[], document: NamedDocument): Chunk[] {
  const chunks: Chunk[] = [];
  for (const piece of pieces) {
    const span = trimSpan(lines.text, piece);
    if (!span) continue;
    const { blocks } = piece;
    const named = namedBy(blocks);
    chunks.push({
      n: chunks.length,
      content: lines.text.slice(span.start, span.end),
      heading: titlePath(document, [...pathOf(blocks, named), ...columnsOf(piece)]),
      chunk_type: typeOf(blocks, named),
      range: lines.range(span),
      ...namesOf(named),
    });
  }
  return chunks;
}

function namesOf({ definition, symbols }: Named): Pick<Chunk, 'sym' | 'scope' | 'signature' | 'symbols'> {
  const scope = definition && scopeName(definition);
  return {
    ...(definition && { sym: definition.symbol }),
    ...(scope !== undefined && { scope }),
    ...(definition?.signature !== undefined && { signature: definition.signature }),
    ...(symbols.length > 0 && { symbols }),
  };
}

/** That of the first block with text of its own (a heading that only leads to the next one is in that one's path, and front matter stands above all), and
 *  what is defined where a parser has found it. */
function pathOf(blocks: readonly Block[], { definition }: Named): readonly string[] {
  const path = (blocks.find(({ kind }) => kind !== 'heading' && kind !== FRONT_MATTER) ?? blocks.at(-1))?.path ?? [];
  if (definition?.signature === undefined) return path;
  const own = blocks.find((block) => block.definition === definition)?.path ?? path;
  return own.at(-1) === definition.label ? own : [...own, definition.label];
}

/** Of a table that begins in an earlier passage. */
function columnsOf({ blocks: [first], start }: Piece): readonly string[] {
  return first?.columns !== undefined && start > first.start ? [first.columns] : [];
}

function typeOf(blocks: readonly Block[], { definition }: Named): string {
  if (definition) return definition.kind;
  if (blocks[0]?.kind === FRONT_MATTER) return FRONT_MATTER;
  const kinds = new Set(blocks.map(({ kind }) => kind));
  if (['function', 'method', 'class', 'module', 'comment'].some((kind) => kinds.has(kind))) return 'block';
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined && only !== 'heading' && only !== 'html' ? only : 'section';
}
