// Fits the parameters of the judge on what `tributary eval --evidence-file` wrote, prints the report, and with --write puts both where the product has them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { OWN_ORDER } from '@tributary/ranking';
import { readEvidence } from './evidence.ts';
import { fitJointOrder, type JointFit } from './joint-order.ts';
import { fitOwnOrder, type OwnOrderFit } from './own-order.ts';
import { fitRelevance, type RelevanceFit } from './relevance.ts';
import { reliabilityPlot } from './reliability-plot.ts';
import { reportOf } from './report.ts';

const [path, ...flags] = process.argv.slice(2);
if (path === undefined) {
  console.error('Give the file that "tributary eval --collections DIR --relevance --cuts --evidence-file FILE" wrote.');
  process.exit(2);
}
const evidence = readEvidence(path);
if (evidence.relevance.size === 0 || evidence.joint.size === 0) {
  console.error(`${path} lacks lists: they are written with --relevance and --cuts together.`);
  process.exit(2);
}
const fitted = {
  own: fitOwnOrder(evidence.relevance, OWN_ORDER.common),
  relevance: fitRelevance(evidence.relevance),
  joint: fitJointOrder(evidence.joint),
};
const report = reportOf(fitted);
console.log(report);
if (flags.includes('--write')) {
  writeFileSync('docs/ranking-fit.md', `${report}\n`);
  mkdirSync('docs/figures', { recursive: true });
  writeFileSync('docs/figures/reliability.svg', reliabilityPlot(fitted.relevance.leftOut.reliability));
  writeFileSync('libs/ranking/src/judge/fitted.ts', parametersOf(fitted));
}

interface Fitted {
  readonly own: OwnOrderFit;
  readonly relevance: RelevanceFit;
  readonly joint: JointFit;
}

function parametersOf({ own, relevance, joint }: Fitted): string {
  const object = (fields: object) =>
    `{ ${Object.entries(fields)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join(', ')} }`;
  return [
    '/** Written by `npm run fit -- EVIDENCE --write`; do not edit. How it was fitted, and what each set gets when it is left out: docs/ranking-fit.md. */',
    'export const FITTED = {',
    `  own: ${object({ ...own.weights, similarity: 0 })},`,
    `  joint: ${object(joint.weights)},`,
    `  relevance: ${object(relevance.logistic)},`,
    '} as const;',
    '',
  ].join('\n');
}
