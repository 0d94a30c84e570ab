import { DOMParser, parseHTML } from 'linkedom';

/** The part of the DOM that is read here. */
export interface DomNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly parentNode: DomNode | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly className: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  removeAttribute(name: string): void;
  remove(): void;
  replaceWith(text: string): void;
}

export interface DomDocument extends DomNode {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}

const ELEMENT = 1;
const TEXT = 3;
const CDATA = 4;
const DOCUMENT = 9;

/** HTML as a document. Runs no script and fetches nothing. */
export function parseHtml(text: string): DomDocument {
  return asDocument(documentOf(parseHTML(completeHtml(text))));
}

/** Pages may leave the tags of html and body out; linkedom looks for them. */
function completeHtml(text: string): string {
  const hasBody = /<body[\s>]/i.test(text);
  const hasHtml = /<html[\s>]/i.test(text);
  if (hasBody) return hasHtml ? text : `<html>${text}</html>`;
  if (!hasHtml) return `<html><body>${text}</body></html>`;
  const before = /<\/head[\s>]/i.exec(text) ?? /<html[\s>]/i.exec(text);
  const at = before === null ? 0 : text.indexOf('>', before.index) + 1;
  return `${text.slice(0, at)}<body>${text.slice(at)}`;
}

/** XML as a document. Declared entities are not expanded and nothing outside the text is read. */
export function parseXml(text: string): DomDocument {
  return asDocument(new DOMParser().parseFromString(text, 'text/xml'));
}

/** The window answers for its document without having it. */
function documentOf(window: unknown): unknown {
  return typeof window === 'object' && window !== null ? Reflect.get(window, 'document') : undefined;
}

/** linkedom's types need those of a browser. */
function asDocument(parsed: unknown): DomDocument {
  if (!isDocument(parsed)) throw new TypeError('The parser gave no document.');
  return parsed;
}

function isDocument(parsed: unknown): parsed is DomDocument {
  return typeof parsed === 'object' && parsed !== null && 'nodeType' in parsed && parsed.nodeType === DOCUMENT;
}

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT;
}

export function isText(node: DomNode): boolean {
  return node.nodeType === TEXT || node.nodeType === CDATA;
}

export function* childrenOf(node: DomNode): Generator<DomNode> {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) yield child;
}

/** Everything below a node in document order, without recursion. The depth of its children is 1. */
export function* descendantsOf(root: DomNode): Generator<{ readonly node: DomNode; readonly depth: number }> {
  let depth = 1;
  // In a document with a document type, linkedom does not lead from that to the element.
  let node: DomNode | null = isDocument(root) ? root.documentElement : root.firstChild;
  while (node !== null) {
    yield { node, depth };
    let next = node.firstChild;
    if (next !== null) depth++;
    else next = node.nextSibling;
    while (next === null) {
      node = node.parentNode;
      depth--;
      if (node === null || node === root) return;
      next = node.nextSibling;
    }
    node = next;
  }
}
