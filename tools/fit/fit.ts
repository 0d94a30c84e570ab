// Fits the parameters of the judge on what `tributary eval --evidence-file` wrote, prints the report, and with --write puts both where the product has them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { readEvidence } from './evidence.ts';
import { fitOwnOrder, type OwnOrderFit } from './own-order.ts';
import { fitRelevance, type RelevanceFit } from './relevance.ts';
import { reliabilityPlot } from './reliability-plot.ts';
import { reportOf } from './report.ts';

const [path, ...flags] = process.argv.slice(2);
if (path === undefined) {
  console.error('Give the file that "tributary eval --collections DIR --evidence-file FILE" wrote.');
  process.exit(2);
}
const evidence = readEvidence(path);
const fitted = { own: fitOwnOrder(evidence), relevance: fitRelevance(evidence) };
const report = reportOf(fitted);
console.log(report);
if (flags.includes('--write')) {
  writeFileSync('docs/ranking-fit.md', `${report}\n`);
  mkdirSync('docs/figures', { recursive: true });
  writeFileSync('docs/figures/reliability.svg', reliabilityPlot(fitted.relevance.leftOut.reliability));
  writeFileSync('libs/ranking/src/judge/fitted.ts', parametersOf(fitted));
}

function parametersOf({ own, relevance }: { readonly own: OwnOrderFit; readonly relevance: RelevanceFit }): string {
  const object = (fields: object) =>
    `{ ${Object.entries(fields)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join(', ')} }`;
  return [
    '/** Written by `npm run fit -- EVIDENCE --write`; do not edit. How it was fitted, and what each set gets when it is left out: docs/ranking-fit.md. */',
    'export const FITTED = {',
    `  own: ${object({ ...own.weights, similarity: 0 })},`,
    `  relevance: ${object(relevance.logistic)},`,
    '} as const;',
    '',
  ].join('\n');
}
