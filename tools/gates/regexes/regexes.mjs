import ts from 'typescript';
import { placeOf, walk } from '../source-tree.mjs';
import { costOf } from './ambiguity.mjs';
import { automatonOf } from './automaton.mjs';

/** What runs at users; tools read the files of this repository alone. */
const SHIPPED = /^(?:apps|libs)\/(?!testing\/)/;

/** Every regular expression literal takes linear time on any text, or a comment at it says what bounds the text (`Bounded: …`).
 *  @type {(tree: import('../source-tree.mjs').Tree) => import('../source-tree.mjs').Verdict} */
export function regexes({ sources }) {
  const costs = new Map();
  const literals = sources.filter(({ path, isTest }) => SHIPPED.test(path) && !isTest).flatMap(literalsOf);
  const found = literals.map((literal) => ({ ...literal, cost: costOfLiteral(literal.node.text, costs) }));
  const slow = found.filter(({ cost }) => cost !== undefined);
  const unexplained = slow.filter((literal) => literal.cost === 'exponential' || !isExplained(literal));
  return {
    measured: [
      `regular expressions: ${literals.length}, of more than linear time where nothing bounds the text: ${unexplained.length} (0)`,
    ],
    violations: [
      ...unexplained.map(
        ({ source, node, cost }) =>
          `${placeOf(source, node)}: takes ${cost} time on some texts: leave only one way to divide a text among its parts, begin it where a run begins ((?<!x)x+$)` +
          (cost === 'exponential' ? '' : ', or say what bounds the text in a comment above (Bounded: …)'),
      ),
      ...found
        .filter((literal) => literal.cost === undefined && isExplained(literal) && !slow.some((other) => isNear(other, literal)))
        .map(({ source, node }) => `${placeOf(source, node)}: takes linear time: the comment on what bounds the text is not needed`),
    ],
  };
}

function literalsOf(source) {
  const found = [];
  walk(source.syntax, (node) => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) found.push({ source, node });
  });
  return found;
}

function costOfLiteral(text, known) {
  if (!known.has(text)) {
    const end = text.lastIndexOf('/');
    known.set(text, costOf(automatonOf(text.slice(1, end), text.slice(end + 1))));
  }
  return known.get(text);
}

function isExplained({ source, node }) {
  return commentAbove(source, node).includes('Bounded: ');
}

/** Literals under one comment. */
function isNear(a, b) {
  return a.source === b.source && statementOf(a.node) === statementOf(b.node);
}

/** The comments right above the statement or the entry that a literal stands in. */
function commentAbove({ text, syntax }, node) {
  return [statementOf(node), node.parent]
    .flatMap((around) => ts.getLeadingCommentRanges(text, around.getFullStart()) ?? [])
    .map(({ pos, end }) => syntax.text.slice(pos, end))
    .join('\n');
}

function statementOf(node) {
  let current = node;
  while (current.parent && !ts.isStatement(current) && !ts.isClassElement(current)) current = current.parent;
  return current;
}
