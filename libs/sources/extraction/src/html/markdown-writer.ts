import { childrenOf, isElement, isText, type DomElement, type DomNode } from '../dom/dom.js';
import { endOf } from '../text/superscript.js';
import { oneLine } from '../text/tidy.js';
import { isBlock } from './blocks.js';
import { codeBlock } from './code-block.js';
import { numberedCode, type NumberedCode } from './numbered-code.js';
import { isRaised, raisedText } from './raised.js';
import { headingOfButton, isHidden } from './shown-on-demand.js';
import { tableRows, writeTable } from './tables.js';

/** Nothing of them is text for readers. */
const LEFT_OUT = new Set(
  'head title script style noscript template svg canvas iframe object embed audio video select input button textarea map dialog'.split(' '),
);
const LISTS = new Set(['ul', 'ol', 'menu']);
const HEADING = /^h([1-6])$/;
/** The beginning of a line that would make it a heading, a fence or HTML. */
const LOOKS_LIKE_MARKUP = /^(?:#{1,6}\s|```|~~~|<[!?/a-zA-Z])/;

const BACK = /^(?:↑|↩|\ufe0e|\s)+$/;
/** As Sphinx, MkDocs, rustdoc, Asciidoctor and Docusaurus write them, also where the sign comes from a style sheet. */
const PERMANENT = /^(?:¶|§|#|🔗|⚓|\u200b|[\ufe0e\ufe0f]|[\ue000-\uf8ff]|\s)+$/u;

/** A part of an HTML document as Markdown: headings, lists, quotes, tables, code, and the words of everything else. Links and emphasis leave their text
 *  alone: what is written here is embedded and searched, and addresses and asterisks are neither words nor sentences.
 *  @param isLeftOut elements to be left out with everything in them, where they stand outside lists, quotes and tables */
export function toMarkdown(root: DomNode, isLeftOut: IsLeftOut = () => false): string {
  return new MarkdownWriter(isLeftOut).write(root);
}

type IsLeftOut = (element: DomElement) => boolean;

class MarkdownWriter {
  readonly #isLeftOut: IsLeftOut;
  readonly #blocks: string[] = [];
  #line = '';
  /** Of the line: to look at a line that grows copies all of it. */
  #end = '';
  /** Whether an element begins beside one of the page's own, which may be a card or a mark in a sentence: its words are others than those before. Text that
   *  touches such an element belongs to the same word. */
  #isApart = false;

  constructor(isLeftOut: IsLeftOut) {
    this.#isLeftOut = isLeftOut;
  }

  write(root: DomNode): string {
    this.#children(root);
    this.#endBlock();
    return this.#blocks.join('\n\n');
  }

  #children(node: DomNode): void {
    let before: DomElement | undefined;
    for (const child of childrenOf(node)) {
      if (isText(child)) {
        this.#say((child.textContent ?? '').replaceAll(/\s+/g, ' '));
        before = undefined;
      } else if (isElement(child)) {
        const isApart = before !== undefined && (isOwn(before) || isOwn(child));
        if (isApart) this.#isApart = true;
        this.#element(child);
        if (isApart) this.#isApart = false;
        before = child;
      }
    }
  }

  /** Adds to the line what belongs to it. */
  #say(text: string): void {
    if (text === '') return;
    const said = this.#isApart && /^[\p{L}\p{N}]/u.test(text) ? ` ${text}` : text;
    this.#line += said;
    this.#end = endOf(this.#end, said);
    this.#isApart = false;
  }

  #element(element: DomElement): void {
    const name = element.localName;
    if (
      (LEFT_OUT.has(name) && headingOfButton(element) === undefined) ||
      isSignOnly(element) ||
      isHidden(element) ||
      this.#isLeftOut(element)
    )
      return;
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined) this.#heading(element, Number(level));
    else if (name === 'br') this.#say('\n');
    else if (name === 'img') this.#say(element.getAttribute('alt') ?? '');
    else if (name === 'code' || name === 'kbd' || name === 'samp') this.#code(element);
    else if (isRaised(element)) this.#say(raisedText(element, { text: oneLine(toMarkdown(element)), before: this.#end }));
    else if (!this.#container(element)) this.#plain(element);
  }

  /** @returns false for an element that is no container with marks of its own */
  #container(element: DomElement): boolean {
    switch (element.localName) {
      case 'pre':
        return this.#add(codeBlock(element));
      case 'ul':
      case 'ol':
      case 'menu':
        return this.#add(list(element));
      case 'blockquote':
        return this.#add(prefixed(toMarkdown(element), '> ', '> '));
      case 'table': {
        const numbered = numberedCode(element);
        if (numbered !== undefined) return this.#captioned(numbered);
        const rows = tableRows(element);
        return rows !== undefined && this.#add(writeTable(element, rows, (cell) => toMarkdown(cell)));
      }
      default:
        return false;
    }
  }

  #captioned({ caption, code }: NumberedCode): true {
    this.#endBlock();
    this.#say(caption);
    return this.#add(codeBlock(code));
  }

  #plain(element: DomElement): void {
    const isApart = isBlock(element);
    if (isApart) this.#endBlock();
    this.#children(element);
    if (isApart) this.#endBlock();
  }

  #heading(element: DomElement, level: number): void {
    const text = oneLine(toMarkdown(element));
    this.#add(text === '' ? '' : `${'#'.repeat(level)} ${text}`);
  }

  #code(element: DomElement): void {
    const text = oneLine(element.textContent ?? '');
    if (text !== '') this.#say(text.includes('`') ? text : `\`${text}\``);
  }

  #add(block: string): true {
    this.#endBlock();
    if (block !== '') this.#blocks.push(block);
    return true;
  }

  #endBlock(): void {
    const lines = this.#line.split('\n').map((line) => oneLine(line));
    this.#line = '';
    this.#end = '';
    const text = lines
      .filter((line) => line !== '')
      .map((line) => (LOOKS_LIKE_MARKUP.test(line) ? `\\${line}` : line))
      .join('\n');
    if (text !== '') this.#blocks.push(text);
  }
}

/** An element that the page defines itself (a custom element): its name has a hyphen. */
function isOwn({ localName }: DomElement): boolean {
  return localName.includes('-');
}

/** A link that is no word of the text: the way back from a foot note, or the permanent link of a heading. */
function isSignOnly(element: DomElement): boolean {
  if (element.localName !== 'a') return false;
  const text = element.textContent ?? '';
  return BACK.test(text) || (PERMANENT.test(text) && element.getAttribute('href')?.includes('#') === true);
}

function list(element: DomElement): string {
  const items: string[] = [];
  let number = Number(element.getAttribute('start') ?? '1') || 1;
  for (const child of childrenOf(element)) {
    if (!isElement(child)) continue;
    if (LISTS.has(child.localName)) {
      const indent = ' '.repeat(element.localName === 'ol' ? 3 : 2);
      const below = prefixed(list(child), indent, indent);
      if (below !== '') items.push(below);
      continue;
    }
    const mark = element.localName === 'ol' ? `${(number++).toString()}. ` : '- ';
    const text = toMarkdown(child);
    if (text !== '') items.push(prefixed(text, mark, ' '.repeat(mark.length)));
  }
  return items.join('\n');
}

function prefixed(text: string, first: string, rest: string): string {
  if (text === '') return '';
  return text
    .split('\n')
    .map((line, at) => `${at === 0 ? first : rest}${line}`.trimEnd())
    .join('\n');
}
