import ts from 'typescript';
import { placeOf, walk } from './source-tree.mjs';

const CASTS_PER_1000_LINES = 2;

/** @type {(tree: import('./source-tree.mjs').Tree) => import('./source-tree.mjs').Verdict} */
export function types({ sources }) {
  const typescript = sources.filter(({ path }) => path.endsWith('.ts') || path.endsWith('.tsx'));
  const anys = typescript.flatMap((source) => find(source, (node) => node.kind === ts.SyntaxKind.AnyKeyword));
  const casts = typescript.flatMap((source) => find(source, isCast));
  const lines = typescript.reduce((sum, source) => sum + source.lines.length, 0);
  const rate = lines === 0 ? 0 : (casts.length * 1000) / lines;
  return {
    measured: [
      `any: ${anys.length} (0); casts: ${casts.length}, ${rate.toFixed(2)} per 1,000 lines (≤ ${CASTS_PER_1000_LINES}); ${lines} lines of TypeScript`,
    ],
    violations: [
      ...anys.map(({ place }) => `${place}: any: say what it is, or unknown and parse it`),
      ...casts
        .filter(({ source, node }) => !isExplained(source, node))
        .map(({ place }) => `${place}: a cast without a line above that says why it is safe`),
      ...casts.filter(({ node }) => isCast(node.expression)).map(({ place }) => `${place}: a double cast: parse the value instead`),
      ...(rate > CASTS_PER_1000_LINES ? [`${rate.toFixed(2)} casts per 1,000 lines, at most ${CASTS_PER_1000_LINES}`] : []),
    ],
  };
}

function find(source, matches) {
  const found = [];
  walk(source.syntax, (node) => {
    if (matches(node)) found.push({ source, node, place: placeOf(source, node) });
  });
  return found;
}

function isCast(node) {
  return (ts.isAsExpression(node) && node.type.getText() !== 'const') || ts.isTypeAssertionExpression(node);
}

// The comment stands on the line of the cast, or in the lines right above the statement it belongs to.
function isExplained({ lines, syntax }, node) {
  const lineOf = (position) => syntax.getLineAndCharacterOfPosition(position).line;
  const castLine = lineOf(node.getEnd());
  const firstLine = lineOf(enclosingStatement(node).getStart(syntax));
  return lines.slice(Math.max(0, firstLine - 1), castLine + 1).some((line) => /\/\/|\*\/|^\s*\*/.test(line));
}

function enclosingStatement(node) {
  let current = node;
  while (current.parent && !ts.isStatement(current) && !ts.isClassElement(current)) current = current.parent;
  return current;
}
