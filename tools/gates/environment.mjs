import ts from 'typescript';
import { mayReadEnvironment } from '../lint/where.mjs';
import { placeOf, walk } from './source-tree.mjs';

/** @type {(tree: import('./source-tree.mjs').Tree) => import('./source-tree.mjs').Verdict} */
export function environment({ sources }) {
  const violations = sources
    .filter(({ path }) => !mayReadEnvironment(path))
    .flatMap((source) => readsOf(source).map((place) => `${place}: process.env outside the configuration: take the value as a parameter`));
  return { measured: [`process.env outside configuration: ${violations.length} (0)`], violations };
}

function readsOf(source) {
  const places = [];
  walk(source.syntax, (node) => {
    if (isEnvironment(node)) places.push(placeOf(source, node));
  });
  return places;
}

// `process.env`, `process['env']`, and `env` imported or taken apart from process.
function isEnvironment(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression);
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteral(node.argumentExpression) && node.argumentExpression.text === 'env' && isProcess(node.expression);
  if (ts.isImportSpecifier(node))
    return (node.propertyName ?? node.name).text === 'env' && isProcessModule(node.parent.parent.parent.moduleSpecifier);
  if (ts.isBindingElement(node)) return bindsEnvironment(node);
  return false;
}

function bindsEnvironment(node) {
  const declaration = node.parent.parent;
  const name = (node.propertyName ?? node.name).getText();
  return (
    name === 'env' && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined && isProcess(declaration.initializer)
  );
}

function isProcess(expression) {
  return /^(globalThis\.)?process$/.test(expression.getText());
}

function isProcessModule(specifier) {
  return /^(node:)?process$/.test(specifier.text);
}
