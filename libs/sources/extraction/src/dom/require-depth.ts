import { Refused } from '../formats/refused.js';
import { descendantsOf, type DomNode } from './dom.js';

/** @throws Refused (`too-deep`) when elements stand in each other deeper than that: what reads them recursively would run out of stack */
export function requireDepth(root: DomNode, maxDepth: number): void {
  for (const { depth } of descendantsOf(root)) {
    if (depth > maxDepth) throw new Refused('too-deep', `Its elements are nested more than ${maxDepth} levels deep.`);
  }
}
