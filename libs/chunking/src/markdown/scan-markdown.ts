import type { Block } from '../text/block.js';
import { lineBoundary, proseBoundary } from '../text/boundaries.js';
import { indentation } from '../text/indentation.js';
import type { Lines } from '../text/lines.js';
import { readFrontMatter } from './front-matter.js';
import {
  atxHeading,
  closesFence,
  columnNames,
  htmlEnd,
  isTableRule,
  isThematicBreak,
  listItemWidth,
  openingFence,
  setextLevel,
  type Heading,
} from './line-kinds.js';
import { plainTitle } from './plain-title.js';

/** Indentation that makes a line code. */
const CODE_INDENTATION = 4;

export interface MarkdownScan {
  readonly blocks: readonly Block[];
  /** From the front matter, else the first heading of level 1 that has a text. */
  readonly title?: string;
}

/** Markdown as blocks: headings, paragraphs, list items, fences, tables, HTML. One pass over the lines. */
export function scanMarkdown(lines: Lines): MarkdownScan {
  return new MarkdownScanner(lines).scan();
}

class MarkdownScanner {
  readonly #lines: Lines;
  readonly #blocks: Block[] = [];
  /** Open headings by level, outermost first. */
  readonly #open: Heading[] = [];
  /** Columns at which the text of the open list items starts, outermost first. */
  #listColumns: number[] = [];
  #path: readonly string[] = [];
  #section = 0;
  #title: string | undefined;
  #line = 0;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  scan(): MarkdownScan {
    this.#takeFrontMatter();
    while (this.#line < this.#lines.count) this.#takeBlock();
    return this.#title === undefined ? { blocks: this.#blocks } : { blocks: this.#blocks, title: this.#title };
  }

  #takeFrontMatter(): void {
    const head = readFrontMatter(this.#lines);
    if (!head) return;
    this.#title = head.title;
    this.#add(0, head.nextLine, 'front_matter');
    this.#section++;
    this.#line = head.nextLine;
  }

  #takeBlock(): void {
    const first = this.#line;
    if (this.#lines.isBlank(first)) {
      this.#line++;
      return;
    }
    const indent = this.#enterLine(first);
    const line = this.#content(first);
    if (indent >= CODE_INDENTATION) {
      this.#takeIndentedCode();
      return;
    }
    const heading = atxHeading(line);
    if (heading) {
      this.#line++;
      this.#addHeading(first, heading);
    } else if (openingFence(line)) this.#takeFence();
    else if (htmlEnd(line) !== undefined) this.#takeHtml();
    else if (this.#isTable(first)) this.#takeTable();
    else if (isThematicBreak(line)) this.#add(first, ++this.#line, 'section');
    else this.#takeParagraph();
  }

  /** Leaves the list items that the line is not part of. @returns its indentation inside the innermost one left */
  #enterLine(line: number): number {
    const indent = this.#indent(line);
    this.#listColumns = this.#listColumns.filter((column) => column <= indent);
    return indent - (this.#listColumns.at(-1) ?? 0);
  }

  #takeIndentedCode(): void {
    const first = this.#line;
    const column = (this.#listColumns.at(-1) ?? 0) + CODE_INDENTATION;
    let end = first + 1;
    for (let line = end; line < this.#lines.count; line++) {
      if (this.#lines.isBlank(line)) continue;
      if (this.#indent(line) < column) break;
      end = line + 1;
    }
    this.#line = end;
    this.#add(first, end, 'code');
  }

  #takeFence(): void {
    const first = this.#line;
    const fence = openingFence(this.#content(first));
    this.#line++;
    while (fence && this.#line < this.#lines.count) {
      const line = this.#line++;
      if (this.#leavesList(line) || closesFence(this.#lines.content(line), fence)) {
        if (this.#leavesList(line)) this.#line--;
        break;
      }
    }
    this.#add(first, this.#line, 'code');
  }

  /** A fence inside a list item ends with the item, closed or not. */
  #leavesList(line: number): boolean {
    const column = this.#listColumns.at(-1) ?? 0;
    return column > 0 && !this.#lines.isBlank(line) && this.#indent(line) < column;
  }

  #takeHtml(): void {
    const first = this.#line;
    const mark = htmlEnd(this.#content(first)) ?? '';
    const isEnd = (line: number) => (mark === '' ? this.#lines.isBlank(line) : this.#lines.content(line).toLowerCase().includes(mark));
    while (this.#line < this.#lines.count && !isEnd(this.#line)) this.#line++;
    this.#line = Math.min(this.#lines.count, this.#line + 1);
    this.#add(first, this.#line, 'html');
  }

  #isTable(line: number): boolean {
    return line + 1 < this.#lines.count && this.#content(line).includes('|') && isTableRule(this.#content(line + 1));
  }

  #takeTable(): void {
    const first = this.#line;
    this.#line += 2;
    while (this.#line < this.#lines.count && !this.#lines.isBlank(this.#line) && !this.#interruptsParagraph(this.#line)) this.#line++;
    this.#add(first, this.#line, 'table');
  }

  /** A paragraph, or one list item with the paragraph in it; a line of `=` or `-` below makes a heading of it. */
  #takeParagraph(): void {
    const first = this.#line;
    const isItem = this.#enterListItem(first);
    const isQuote = this.#content(first).startsWith('>');
    this.#line++;
    while (this.#line < this.#lines.count && !this.#lines.isBlank(this.#line)) {
      const level = isItem || isQuote ? undefined : this.#setextLevel(this.#line);
      if (level !== undefined) {
        const text = plainTitle(this.#lines.text.slice(this.#lines.start(first), this.#lines.end(this.#line - 1)));
        this.#line++;
        this.#addHeading(first, { level, text });
        return;
      }
      if (this.#interruptsParagraph(this.#line)) break;
      this.#line++;
    }
    this.#add(first, this.#line, 'section');
  }

  #setextLevel(line: number): number | undefined {
    return this.#indent(line) < CODE_INDENTATION ? setextLevel(this.#content(line)) : undefined;
  }

  /** Nested items on one line (`- 1. text`) open one list each. */
  #enterListItem(line: number): boolean {
    let rest = this.#content(line);
    let column = this.#indent(line);
    let isItem = false;
    for (let width = listItemWidth(rest); width !== undefined; width = listItemWidth(rest)) {
      isItem = true;
      column += width;
      this.#listColumns.push(column);
      rest = rest.slice(width).trimStart();
    }
    return isItem;
  }

  #interruptsParagraph(line: number): boolean {
    const content = this.#content(line);
    if (this.#indent(line) - (this.#listColumns.at(-1) ?? 0) >= CODE_INDENTATION) return false;
    return (
      atxHeading(content) !== undefined ||
      openingFence(content) !== undefined ||
      htmlEnd(content) !== undefined ||
      isThematicBreak(content) ||
      this.#startsItem(content) ||
      this.#isTable(line)
    );
  }

  // "1986. A year" in running text is no list, so only a 1 starts one there.
  #startsItem(content: string): boolean {
    if (listItemWidth(content) === undefined) return false;
    return this.#listColumns.length > 0 || !/^\d/.test(content) || /^1[.)]/.test(content);
  }

  #addHeading(first: number, heading: Heading): void {
    if (heading.level === 1 && heading.text !== '') this.#title ??= heading.text;
    while ((this.#open.at(-1)?.level ?? 0) >= heading.level) this.#open.pop();
    this.#open.push(heading);
    this.#path = this.#open.map(({ text }) => text).filter((text) => text !== '');
    this.#section++;
    this.#add(first, this.#line, 'heading');
  }

  #add(first: number, end: number, kind: string): void {
    const isWhole = kind === 'code' || kind === 'table';
    this.#blocks.push({
      start: this.#lines.start(first),
      end: this.#lines.start(end),
      kind,
      path: this.#path,
      section: this.#section,
      isWhole,
      boundary: isWhole || kind === 'front_matter' ? lineBoundary : proseBoundary,
      ...(kind === 'table' && { columns: columnNames(this.#content(first)) }),
    });
  }

  #indent(line: number): number {
    return indentation(this.#lines.content(line));
  }

  #content(line: number): string {
    return this.#lines.content(line).trimStart();
  }
}
