// The codes of errors as they stand in the code: where each is made, and with which category and message.
import { join } from 'node:path';
import ts from 'typescript';
import { readTree, walk } from '../gates/source-tree.mjs';

/**
 * @typedef {object} Making how an error is made
 * @property {boolean} retryable
 * @property {string | undefined} category undefined: that of `permanent` or `retryable` by itself; its source text where that is no literal
 * @property {string | undefined} message with … for what is known only when it is thrown
 *
 * @typedef {object} CodePlace a place where a code stands
 * @property {string} code
 * @property {string} path of the source file, from the root
 * @property {Making | undefined} thrown undefined where it is not thrown there
 * @property {string | undefined} told sentence that stands beside a code in an answer
 */

const CODE = /^[A-Z][A-Z_]*\.[A-Z][A-Z0-9_]*$/;
const MAKERS = new Map([
  ['permanent', false],
  ['retryable', true],
]);
/** Servers of models fail alike, whatever they are asked for. */
const OF_MODEL_SERVERS = ['EMBEDDER', 'RERANKER'];

/** Every code in the sources of the product, once for each place where it stands. @param {string} root @returns {CodePlace[]} */
export function errorCodes(root) {
  const sources = ['apps', 'libs'].flatMap((folder) =>
    readTree(join(root, folder))
      .sources.filter(({ path, isTest }) => !isTest && !path.includes('/conformance/') && !path.startsWith('testing/'))
      .map(({ path, syntax }) => ({ path: `${folder}/${path}`, syntax })),
  );
  const makers = new Map(sources.map(({ path, syntax }) => [path, makersIn(syntax)]));
  return sources.flatMap(({ path, syntax }) => codesIn(syntax, makers.get(path)).map((place) => ({ ...place, path })));
}

/** Functions of a file that make errors of any code, by name. @returns {Map<string, Making>} */
function makersIn(syntax) {
  const found = new Map();
  walk(syntax, (node) => {
    if (!ts.isCallExpression(node) || !MAKERS.has(calledName(node)) || !isParameter(node.arguments[0])) return;
    const name = enclosingName(node);
    if (name !== undefined) found.set(name, makingOf(node, MAKERS.get(calledName(node))));
  });
  return found;
}

function isParameter(node) {
  return node !== undefined && (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node));
}

function enclosingName(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) && at.name !== undefined) return at.name.getText();
    if (ts.isVariableDeclaration(at)) return at.name.getText();
  }
  return undefined;
}

function codesIn(syntax, makers) {
  const found = [];
  walk(syntax, (node) => {
    if (ts.isStringLiteralLike(node) && CODE.test(node.text)) found.push({ code: node.text, ...usedIn(node, makers) });
    // `${codes}.RATE_LIMITED`
    if (ts.isTemplateExpression(node) && node.head.text === '' && node.templateSpans.length === 1) {
      const name = node.templateSpans[0]?.literal.text ?? '';
      if (/^\.[A-Z_]+$/.test(name)) for (const server of OF_MODEL_SERVERS) found.push({ code: server + name, ...usedIn(node, makers) });
    }
  });
  return found;
}

/** What is made with a code: the error thrown, or what is told beside it. */
function usedIn(literal, makers) {
  let value = literal;
  while (ts.isConditionalExpression(value.parent) || ts.isBinaryExpression(value.parent) || ts.isParenthesizedExpression(value.parent))
    value = value.parent;
  const { parent } = value;
  if (ts.isCallExpression(parent) && parent.arguments[0] === value)
    return { thrown: callMakes(parent, makers, branchOf(literal)), told: undefined };
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'code') return objectTells(parent.parent);
  return { thrown: undefined, told: undefined };
}

/** The condition under which a literal is taken, and whether by its yes. */
function branchOf(literal) {
  const { parent } = literal;
  return ts.isConditionalExpression(parent) ? { condition: parent.condition.getText(), isYes: parent.whenTrue === literal } : undefined;
}

function callMakes(call, makers, branch) {
  const name = calledName(call);
  if (MAKERS.has(name)) return makingOf(call, MAKERS.get(name), branch);
  const maker = makers.get(name);
  return maker === undefined ? undefined : { ...maker, message: textOf(call.arguments[1]) ?? maker.message };
}

function makingOf(call, retryable, branch) {
  const [, message, options] = call.arguments;
  const category = options !== undefined && ts.isObjectLiteralExpression(options) ? fieldOf(options, 'category') : undefined;
  return { retryable, category: categoryIn(category, branch), message: textOf(message) };
}

function categoryIn(node, branch) {
  if (node === undefined) return undefined;
  if (ts.isConditionalExpression(node) && node.condition.getText() === branch?.condition)
    return categoryIn(branch.isYes ? node.whenTrue : node.whenFalse);
  return textOf(node) ?? node.getText();
}

function objectTells(object) {
  const message = textOf(fieldOf(object, 'message') ?? fieldOf(object, 'reason') ?? fieldOf(object, 'detail'));
  const category = textOf(fieldOf(object, 'category'));
  if (category === undefined) return { thrown: undefined, told: message };
  const retryable = fieldOf(object, 'retryable')?.kind === ts.SyntaxKind.TrueKeyword;
  return { thrown: { retryable, category, message }, told: undefined };
}

function fieldOf(object, name) {
  const property = object.properties.find((one) => one.name?.getText() === name);
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

function calledName({ expression }) {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** The text of an expression, as far as it stands there. */
function textOf(node) {
  if (node === undefined) return undefined;
  if (ts.isIdentifier(node)) return textOf(constantNamed(node.text, node.parent));
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return textOf(node.right);
  if (ts.isBinaryExpression(node)) return [node.left, node.right].map((side) => textOf(side) ?? '…').join('');
  return undefined;
}

/** What a constant around a node is set to. */
function constantNamed(name, node) {
  for (let at = node; at !== undefined; at = at.parent) {
    for (const statement of at.statements ?? []) {
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
      if (found !== undefined) return found.initializer;
    }
  }
  return undefined;
}
