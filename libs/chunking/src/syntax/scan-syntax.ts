import type { Definition } from '../code/definition.js';
import { isBlank, type Span } from '../text/blank.js';
import type { Block } from '../text/block.js';
import type { Lines } from '../text/lines.js';
import type { Sizes } from '../text/split-span.js';
import { treeBoundary } from './cuts.js';
import { outlineOf, type Outlined } from './outline.js';
import type { ParsedPart } from './parse-document.js';

/** A definition over this share of the target is opened to find those inside. */
const OPENED = 1.4;

interface Context {
  readonly path: readonly string[];
  /** Of what stands here without a name of its own. */
  readonly section: number;
  readonly owner?: Definition;
}

interface Parsed {
  readonly parts: readonly [ParsedPart, ...ParsedPart[]];
  readonly sizes: Sizes;
}

/** Code as blocks by its syntax tree: each definition with its comments, those that are too long opened into what they define, and what stands between. */
export function scanSyntax(lines: Lines, parsed: Parsed): Block[] {
  const scanner = new SyntaxScanner(lines.text, parsed);
  return scanner.blocksIn({ start: 0, end: lines.text.length }, outlineDocument(parsed.parts, lines.text), { path: [], section: 0 });
}

/** What a document defines, with what the parts in other languages define in the element around each. */
export function outlineDocument([whole, ...parts]: Parsed['parts'], text: string): readonly Outlined[] {
  const outlined = outlineOf(whole.tree, text, whole.syntax);
  if (parts.length === 0) return outlined;
  return outlined.map((item) => {
    const inside = parts.filter(({ span }) => span.start >= item.start && span.end <= item.end);
    return { ...item, inner: [...item.inner, ...inside.flatMap(({ tree, syntax }) => outlineOf(tree, text, syntax))] };
  });
}

class SyntaxScanner {
  readonly #text: string;
  readonly #parsed: Parsed;
  readonly #opened: number;
  #section = 0;

  constructor(text: string, parsed: Parsed) {
    this.#text = text;
    this.#parsed = parsed;
    this.#opened = parsed.sizes.target * OPENED;
  }

  /** Blocks that together are the span. */
  blocksIn(span: Span, outlined: readonly Outlined[], context: Context): Block[] {
    const blocks: Block[] = [];
    let at = span.start;
    for (const item of outlined) {
      if (item.start > at) this.#addBetween(blocks, { start: at, end: item.start }, context);
      blocks.push(...this.#blocksOf({ ...item, start: Math.max(at, item.start) }, context));
      at = Math.max(at, item.end);
    }
    if (at < span.end) this.#addBetween(blocks, { start: at, end: span.end }, context);
    return blocks;
  }

  /** Closing brackets go with what precedes them. */
  #addBetween(blocks: Block[], span: Span, context: Context): void {
    const last = blocks.at(-1);
    if (last && this.#isClosing(span)) blocks[blocks.length - 1] = { ...last, end: span.end };
    else blocks.push(this.#block(span, context.owner, context));
  }

  #isClosing({ start, end }: Span): boolean {
    for (let at = start; at < end; at++) {
      if (!isBlank(this.#text.charCodeAt(at)) && !'})];,'.includes(this.#text.charAt(at)))
        return this.#text.slice(at, end).trim() === 'end';
    }
    return true;
  }

  #blocksOf(item: Outlined, context: Context): Block[] {
    const { definition, inner } = item;
    const path = definition.qualifier === undefined ? context.path : [...context.path, definition.qualifier];
    const [first] = inner;
    if (first === undefined || item.end - item.start <= this.#opened) {
      const block = this.#block(item, definition, { ...context, path });
      return [inner.length === 0 ? block : { ...block, inside: inner.flatMap(definitionsIn) }];
    }
    const within = { path: [...path, definition.label], section: ++this.#section, owner: definition };
    const headEnd = Math.max(first.start, item.start);
    const members = this.blocksIn({ start: headEnd, end: item.end }, inner, within);
    if (headEnd === item.start) return members;
    return [this.#block({ start: item.start, end: headEnd }, definition, { ...context, path }), ...members];
  }

  /** The innermost part a span is of. */
  #partOf({ start, end }: Span): ParsedPart {
    const [whole, ...parts] = this.#parsed.parts;
    return parts.find(({ span }) => span.start <= start && end <= span.end) ?? whole;
  }

  #block(span: Span, definition: Definition | undefined, { path, section, owner }: Context): Block {
    const block = {
      start: span.start,
      end: span.end,
      kind: definition?.kind ?? 'block',
      path,
      section: definition === owner ? section : ++this.#section,
      isWhole: false,
      boundary: treeBoundary(this.#partOf(span), span),
    };
    return definition === undefined ? block : { ...block, definition };
  }
}

function definitionsIn({ definition, inner }: Outlined): Definition[] {
  return [definition, ...inner.flatMap(definitionsIn)];
}
