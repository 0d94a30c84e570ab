import { childrenOf, descendantsOf, isElement, type DomElement, type DomNode } from './dom.js';

/** The name of an XML element without its prefix. */
export function localName(element: DomElement): string {
  const name = element.localName;
  return name.slice(name.indexOf(':') + 1);
}

/** The children of that name. */
export function childrenNamed(parent: DomNode, name: string): readonly DomElement[] {
  return [...childrenOf(parent)].filter(isElement).filter((element) => localName(element) === name);
}

/** Every element of that name below, in document order. */
export function* allNamed(root: DomNode, name: string): Generator<DomElement> {
  for (const { node } of descendantsOf(root)) if (isElement(node) && localName(node) === name) yield node;
}

/** The first element of that name below. */
export function firstNamed(root: DomNode, name: string): DomElement | undefined {
  for (const element of allNamed(root, name)) return element;
  return undefined;
}

/** An attribute by its name without prefix. */
export function attribute(element: DomElement, name: string): string | undefined {
  const found = [...element.attributes].find((candidate) => candidate.name === name || candidate.name.endsWith(`:${name}`));
  return found?.value;
}
