import ts from 'typescript';
import { placeOf, quantile, walk } from './source-tree.mjs';

const NINETIETH = 30;
const LARGEST = 60;
const DECLARES_TESTS = new Set(['describe', 'it', 'test', 'suite', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/** @type {(tree: import('./source-tree.mjs').Tree) => import('./source-tree.mjs').Verdict} */
export function functionLengths({ sources }) {
  const measured = sources.flatMap((source) => functionsOf(source).map((node) => ({ source, node, lines: linesOf(source, node) })));
  const lengths = measured.filter(({ source }) => !source.isTest).map(({ lines }) => lines);
  const ninetieth = quantile(lengths, 0.9);
  return {
    measured: [
      `lines per function: 90th percentile ${ninetieth} (≤ ${NINETIETH}), largest ${quantile(lengths, 1)} (≤ ${LARGEST}), ${lengths.length} functions with a body`,
    ],
    violations: [
      ...measured
        .filter(({ lines }) => lines > LARGEST)
        .map(({ source, node, lines }) => `${placeOf(source, node)}: a function of ${lines} lines, at most ${LARGEST}: name its steps`),
      ...(ninetieth > NINETIETH ? [`the 90th percentile of functions has ${ninetieth} lines, at most ${NINETIETH}`] : []),
    ],
  };
}

// An arrow function without braces is an expression, however many lines it takes. A function that only declares tests is a heading.
function functionsOf(source) {
  const found = [];
  walk(source.syntax, (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body) && !(source.isTest && declaresTests(node)))
      found.push(node);
  });
  return found;
}

function declaresTests(node) {
  let declares = false;
  walk(node, (inner) => {
    if (ts.isCallExpression(inner) && DECLARES_TESTS.has(calledName(inner.expression))) declares = true;
  });
  return declares;
}

function calledName(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression) ? calledName(expression.expression) : '';
}

function linesOf(source, node) {
  const line = (position) => source.syntax.getLineAndCharacterOfPosition(position).line;
  return line(node.getEnd()) - line(node.getStart(source.syntax)) + 1;
}
