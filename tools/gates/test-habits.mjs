import ts from 'typescript';
import { placeOf, walk } from './source-tree.mjs';

const LEFT_OUT = new Set(['skip', 'only', 'todo', 'fails', 'skipIf', 'runIf']);
const DECLARES = new Set(['it', 'test', 'describe', 'suite', 'bench']);
const OLD_NAMES = new Set(['xit', 'xdescribe', 'xtest', 'fit', 'fdescribe']);
const MOCKS = new Set(['mock', 'doMock', 'unmock', 'hoisted']);
/** Of Vitest, and given up after a second. */
const POLLS = new Set(['expect.poll', 'vi.waitFor', 'vi.waitUntil']);
/** A machine with much else to do holds a process up for seconds. */
const LEAST_PATIENCE_MS = 5000;

/** @type {(tree: import('./source-tree.mjs').Tree) => import('./source-tree.mjs').Verdict} */
export function testHabits({ sources }) {
  const tests = sources.filter(({ isTest }) => isTest);
  const sleeping = tests.flatMap((source) => places(source, isSleep));
  const leftOut = tests.flatMap((source) => places(source, isLeftOut));
  const mocks = tests.flatMap((source) => places(source, isModuleMock));
  const impatient = tests.flatMap((source) => places(source, isImpatient));
  return {
    measured: [
      `sleeping tests: ${sleeping.length} (0); tests left out: ${leftOut.length} (0); module mocks: ${mocks.length} (0); impatient polls: ${impatient.length} (0); ${tests.length} test files`,
    ],
    violations: [
      ...sleeping.map((place) => `${place}: a test that sleeps: wait for an event, or poll with eventually()`),
      ...leftOut.map((place) => `${place}: a test is left out: remove it, or skip it while it runs with a reason (context.skip('…'))`),
      ...mocks.map((place) => `${place}: a module mock: pass the collaborator in`),
      ...impatient.map(
        (place) =>
          `${place}: an impatient poll: use eventually(), which waits for 30 s, and give it no less than ${LEAST_PATIENCE_MS / 1000} s`,
      ),
    ],
  };
}

function places(source, matches) {
  const found = [];
  walk(source.syntax, (node) => {
    if (matches(node)) found.push(placeOf(source, node));
  });
  return found;
}

// The promised setTimeout, whatever it is called here, or `new Promise((resolve) => setTimeout(resolve, …))`.
function isSleep(node) {
  if (ts.isImportSpecifier(node)) {
    const from = node.parent.parent.parent.moduleSpecifier;
    return (
      (node.propertyName ?? node.name).text === 'setTimeout' && ts.isStringLiteral(from) && /^(node:)?timers\/promises$/.test(from.text)
    );
  }
  return ts.isNewExpression(node) && node.expression.getText() === 'Promise' && isTimerAlone(node);
}

function isTimerAlone(promise) {
  const executor = promise.arguments?.[0];
  if (!executor || !ts.isFunctionLike(executor) || !('body' in executor) || !executor.body) return false;
  const parameter = executor.parameters[0]?.name.getText();
  let resolvesByTimer = false;
  walk(executor.body, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'setTimeout') return;
    const callback = node.arguments[0]?.getText() ?? '';
    if (parameter !== undefined && (callback === parameter || callback.includes(`${parameter}(`))) resolvesByTimer = true;
  });
  return resolvesByTimer;
}

// `expect.poll(…)`, or `eventually(…, 1000)`.
function isImpatient(node) {
  if (!ts.isCallExpression(node)) return false;
  if (POLLS.has(node.expression.getText())) return true;
  const [, patience] = node.arguments;
  return (
    node.expression.getText() === 'eventually' &&
    patience !== undefined &&
    ts.isNumericLiteral(patience) &&
    Number(patience.text) < LEAST_PATIENCE_MS
  );
}

// `it.skip(…)`, `describe.only.each(…)`: called, so that a variable of such a name may have a field of such a name.
function isLeftOut(node) {
  if (!ts.isCallExpression(node)) return false;
  return OLD_NAMES.has(node.expression.getText()) || leavesOut(node.expression);
}

function leavesOut(expression) {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  return (LEFT_OUT.has(expression.name.text) && DECLARES.has(rootName(expression.expression))) || leavesOut(expression.expression);
}

function rootName(expression) {
  return ts.isPropertyAccessExpression(expression) ? rootName(expression.expression) : expression.getText();
}

function isModuleMock(node) {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.expression.getText() === 'vi' &&
    MOCKS.has(node.expression.name.text)
  );
}
