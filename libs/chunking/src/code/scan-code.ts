import type { Block } from '../text/block.js';
import { lineBoundary } from '../text/boundaries.js';
import type { Lines } from '../text/lines.js';
import type { Sizes } from '../text/split-span.js';
import { LineRole, readCodeLines, type CodeLines } from './code-lines.js';
import type { Definition } from './definition.js';
import { definitionAt, type Announcement } from './definitions.js';

/** A block over this share of the target is opened to find the blocks inside. */
const OPENED = 1.4;
const DEEPEST = 4;
const LONGEST_TYPE = 80;

/** Languages whose functions are often announced by nothing but `name(…) {`. */
const BRACES = new Set([
  'c',
  'cpp',
  'cuda',
  'objective-c',
  'glsl',
  'hlsl',
  'metal',
  'java',
  'csharp',
  'dart',
  'groovy',
  'scala',
  'solidity',
  'php',
  'javascript',
  'typescript',
  'vue',
  'svelte',
]);
/** Of these, the ones where a call at the outermost level looks the same. */
const METHODS_ONLY = new Set(['javascript', 'typescript', 'vue', 'svelte', 'php', 'groovy', 'scala']);

interface LineRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

interface Context {
  readonly depth: number;
  readonly path: readonly string[];
  /** Of what stands here without a name of its own. */
  readonly section: number;
  /** The class around. */
  readonly owner?: Definition;
}

/** Code as blocks: runs of lines at one indentation with what is indented below them, comments and decorators with what follows. Classes that are
 *  too long are opened. Told by indentation, brackets at the start of lines and keywords: a file without indentation is cut by its blank lines. */
export function scanCode(lines: Lines, { language, sizes }: { readonly language: string; readonly sizes: Sizes }): Block[] {
  const code = readCodeLines(lines);
  const scanner = new CodeScanner(code, { language, sizes });
  return scanner.blocksIn({ first: 0, end: lines.count }, { depth: 0, path: [], section: 0 });
}

class CodeScanner {
  readonly #code: CodeLines;
  readonly #language: string;
  readonly #opened: number;
  #section = 0;

  constructor(code: CodeLines, { language, sizes }: { readonly language: string; readonly sizes: Sizes }) {
    this.#code = code;
    this.#language = language;
    this.#opened = sizes.target * OPENED;
  }

  blocksIn(range: LineRange, context: Context): Block[] {
    return this.#split(range).flatMap((part) => this.#blocksOf(part, context));
  }

  #blocksOf(part: LineRange, context: Context): Block[] {
    const announced = this.#announcedBy(part, context);
    const definition = announced && { ...announced, label: announced.symbol, ...(context.owner && { parent: context.owner }) };
    const { lines } = this.#code;
    const isLong = lines.start(part.end) - lines.start(part.first) > this.#opened;
    const inner = isLong && definition?.kind === 'class' && context.depth < DEEPEST ? this.#bodyOf(part) : undefined;
    if (!inner || !definition) return [this.#block(part, definition ?? context.owner, context)];
    const inside = { depth: context.depth + 1, path: [...context.path, definition.symbol], section: ++this.#section, owner: definition };
    const members = this.blocksIn(inner, inside);
    const last = members.pop();
    const header = this.#block({ first: part.first, end: inner.first }, definition, context);
    // The closing brackets go with the last member.
    return last ? [header, ...members, { ...last, end: lines.start(part.end) }] : [header];
  }

  /** The lines of a range as runs that start at its outermost indentation. */
  #split(range: LineRange): LineRange[] {
    const { roles, indents } = this.#code;
    const outermost = this.#outermost(range);
    const starts: number[] = [];
    let previous: number = LineRole.blank;
    let isAfterBody = true;
    let isLead = false;
    for (let line = range.first; line < range.end; line++) {
      const role = roles[line] ?? 0;
      const isOuter = role !== LineRole.blank && role !== LineRole.closing && (indents[line] ?? 0) <= outermost;
      if (isOuter) {
        const isSeparate = previous === LineRole.blank || isAfterBody || role === LineRole.lead || this.#defines(line);
        if (isSeparate && !(isLead && previous !== LineRole.blank)) starts.push(line);
        isLead = role === LineRole.lead;
        isAfterBody = false;
      } else if (role !== LineRole.blank && !isLead) isAfterBody = true;
      previous = role;
    }
    if (starts.length === 0) return [range];
    return starts.map((first, i) => ({ first: i === 0 ? range.first : first, end: starts[i + 1] ?? range.end }));
  }

  #outermost({ first, end }: LineRange): number {
    let least = Infinity;
    for (let line = first; line < end; line++) {
      const role = this.#code.roles[line];
      if (role === LineRole.code || role === LineRole.lead) least = Math.min(least, this.#code.indents[line] ?? 0);
    }
    return least;
  }

  #defines(line: number): boolean {
    return definitionAt(this.#code.lines.content(line), { bracesBodies: false }) !== undefined;
  }

  /** What the first line that is no comment defines. */
  #announcedBy({ first, end }: LineRange, context: Context): Announcement | undefined {
    for (let line = first; line < end; line++) {
      if (this.#code.roles[line] !== LineRole.code) continue;
      const bracesBodies = BRACES.has(this.#language) && (context.depth > 0 || !METHODS_ONLY.has(this.#language));
      return (
        definitionAt(this.#code.lines.content(line), { bracesBodies }) ?? (bracesBodies ? this.#definitionOverTwo(line, end) : undefined)
      );
    }
    return undefined;
  }

  /** In C the result often stands on a line of its own: `static int` above `main(void)`. */
  #definitionOverTwo(line: number, end: number): Announcement | undefined {
    const { lines, roles } = this.#code;
    const above = lines.content(line);
    if (line + 1 >= end || roles[line + 1] !== LineRole.code || above.length > LONGEST_TYPE || /[;(){}=#]/.test(above)) return undefined;
    return definitionAt(`${above.trim()} ${lines.content(line + 1).trimStart()}`, { bracesBodies: true });
  }

  /** The indented lines of a definition. */
  #bodyOf({ first, end }: LineRange): LineRange | undefined {
    const { roles, indents } = this.#code;
    const outer = this.#outermost({ first, end });
    let start = first;
    while (start < end && (roles[start] !== LineRole.code || (indents[start] ?? 0) > outer)) start++;
    start++;
    while (start < end && (roles[start] === LineRole.closing || roles[start] === LineRole.blank)) start++;
    let last = end;
    while (last > start && (roles[last - 1] === LineRole.blank || (indents[last - 1] ?? 0) <= outer)) last--;
    return last > start ? { first: start, end: last } : undefined;
  }

  #isComment({ first, end }: LineRange): boolean {
    return this.#code.roles.subarray(first, end).every((role) => role === LineRole.lead || role === LineRole.blank);
  }

  #block({ first, end }: LineRange, definition: Definition | undefined, context: Context): Block {
    const { lines } = this.#code;
    const block = {
      start: lines.start(first),
      end: lines.start(end),
      kind: definition?.kind ?? (this.#isComment({ first, end }) ? 'comment' : 'block'),
      path: context.path,
      section: definition === context.owner ? context.section : ++this.#section,
      isWhole: false,
      boundary: lineBoundary,
    };
    return definition === undefined ? block : { ...block, definition };
  }
}
