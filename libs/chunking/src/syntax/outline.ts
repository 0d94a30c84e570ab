import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { Definition } from '../code/definition.js';
import { isBlank, type Span } from '../text/blank.js';
import { defineNode } from './define-node.js';
import type { LanguageSyntax } from './language-syntax.js';

/** A definition with where it stands: its comments and decorators in front belong to it. */
export interface Outlined extends Span {
  readonly definition: Definition;
  /** In the order of the text, without overlap. */
  readonly inner: readonly Outlined[];
}

/** In a function, what is shorter than this stays a part of it; statements shorter than this are not searched. In UTF-16 units. */
const WORTH_A_LOOK = 200;
/** Nodes above each other that are followed; what is deeper is text. */
const DEEPEST = 100;
const LINE_FEED = 10;

/** What a tree defines, outermost first. Only definitions and what may hold some are looked at, so that the time is a small part of that of parsing. */
export function outlineOf(tree: Tree, text: string, syntax: LanguageSyntax): readonly Outlined[] {
  const cursor = tree.walk();
  try {
    return new Outliner(text, syntax).childrenOf(cursor, { end: text.length, depth: 0 });
  } finally {
    cursor.delete();
  }
}

interface Around {
  /** Where what stands around ends. */
  readonly end: number;
  readonly depth: number;
  readonly owner?: Definition;
}

class Outliner {
  readonly #text: string;
  readonly #syntax: LanguageSyntax;
  readonly #leads: ReadonlySet<string>;
  readonly #wrappers: ReadonlySet<string>;
  readonly #bodies: ReadonlySet<string>;
  readonly #continuations: ReadonlySet<string>;

  constructor(text: string, syntax: LanguageSyntax) {
    this.#text = text;
    this.#syntax = syntax;
    this.#leads = new Set(syntax.leads);
    this.#wrappers = new Set(syntax.wrappers);
    this.#bodies = new Set(syntax.bodies);
    this.#continuations = new Set(syntax.continuations);
  }

  /** The definitions among the children of the cursor's node; the cursor ends where it began. */
  childrenOf(cursor: TreeCursor, around: Around): Outlined[] {
    const found: Outlined[] = [];
    if (around.depth > DEEPEST || !cursor.gotoFirstChild()) return found;
    const lead = new LeadRun(this.#text);
    do {
      const span = { start: cursor.startIndex, end: cursor.endIndex };
      const type = cursor.nodeType;
      if (this.#leads.has(type)) {
        lead.add(span);
        continue;
      }
      const before = found.at(-1);
      if (before && this.#continuations.has(type)) found[found.length - 1] = { ...before, end: span.end };
      const members = this.#membersOf(cursor, { type, span, around });
      const start = lead.startFor(span);
      members.forEach((member, i) => {
        const isWhole = members.length === 1 && this.#isWrapper(cursor);
        const first =
          i === 0 && (isWhole || lineStart(this.#text, member.start) === lineStart(this.#text, span.start)) ? start : member.start;
        const last = isWhole ? Math.max(span.end, member.end) : member.end;
        found.push({ ...member, start: lineStart(this.#text, first), end: last });
      });
      lead.passed(span);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
    return found.map((item, i) => ({ ...item, end: this.#lineEnd(item.end, Math.min(found[i + 1]?.start ?? around.end, around.end)) }));
  }

  #isWrapper({ nodeType, currentNode }: TreeCursor): boolean {
    if (!this.#wrappers.has(nodeType)) return false;
    const { groups = [] } = this.#syntax;
    return groups.length === 0 || !currentNode.namedChildren.some((child) => groups.includes(child.type));
  }

  #membersOf(
    cursor: TreeCursor,
    { type, span, around }: { readonly type: string; readonly span: Span; readonly around: Around },
  ): Outlined[] {
    const rule = this.#syntax.definitions[type];
    const definition = rule && defineNode(cursor.currentNode, { rule, owner: around.owner, bodies: this.#bodies });
    const isInFunction = around.owner?.kind === 'function' || around.owner?.kind === 'method';
    const size = span.end - span.start;
    if (definition && (!isInFunction || size >= WORTH_A_LOOK)) {
      const inner = this.childrenOf(cursor, { end: span.end, depth: around.depth + 1, owner: definition });
      return [{ ...span, definition, inner }];
    }
    const isLooked = size >= WORTH_A_LOOK || this.#wrappers.has(type) || type === 'ERROR' || (!isInFunction && this.#bodies.has(type));
    return isLooked ? this.childrenOf(cursor, { ...around, end: span.end, depth: around.depth + 1 }) : [];
  }

  /** The end of the line when nothing else follows on it: semicolons and comments there belong to what precedes them. */
  #lineEnd(end: number, limit: number): number {
    if (this.#text.charCodeAt(end - 1) === LINE_FEED) return end;
    const next = this.#text.indexOf('\n', end);
    const lineEnd = next < 0 ? this.#text.length : next + 1;
    return lineEnd <= limit ? lineEnd : end;
  }
}

/** Comments and decorators on their way to what follows them without an empty line. */
class LeadRun {
  readonly #text: string;
  #start: number | undefined;
  #end = 0;
  #passed = -1;

  constructor(text: string) {
    this.#text = text;
  }

  add({ start, end }: Span): void {
    if (this.#passed >= 0 && this.#linesBetween(this.#passed, start) === 0) return;
    if (this.#start === undefined || this.#linesBetween(this.#end, start) > 1) this.#start = start;
    this.#end = end;
  }

  startFor({ start }: Span): number {
    return this.#start !== undefined && this.#linesBetween(this.#end, start) <= 1 ? this.#start : start;
  }

  passed({ end }: Span): void {
    this.#start = undefined;
    this.#passed = end;
  }

  /** Line ends between two places; the end of some comments holds that of their line. */
  #linesBetween(from: number, to: number): number {
    let count = this.#text.charCodeAt(from - 1) === LINE_FEED ? 1 : 0;
    for (let at = this.#text.indexOf('\n', from); at >= 0 && at < to && count < 2; at = this.#text.indexOf('\n', at + 1)) count++;
    return count;
  }
}

/** The start of the line when only white space stands before. */
export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) !== 10 && isBlank(text.charCodeAt(start - 1))) start--;
  return start === 0 || text.charCodeAt(start - 1) === 10 ? start : at;
}
