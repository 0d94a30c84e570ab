// Fits the parameters of the judge on what `tributary eval --evidence-file` wrote, prints the report, and with --write puts both where the product has them.
// --renew-own, --renew-other and --renew-joint take the weights fitted on all sets for a collection's own order and for several collections, where those in use would stay.
import { mkdirSync, writeFileSync } from 'node:fs';
import { JOINT, OWN_ORDER } from '@tributary/ranking';
import { readEvidence } from './evidence.ts';
import { fitJointOrder, type JointFit } from './joint-order.ts';
import { fitOwnOrder, RANGES, type OwnOrderFit } from './own-order.ts';
import { fitRelevance, type RelevanceFit } from './relevance.ts';
import { reliabilityPlot } from './reliability-plot.ts';
import { reportOf } from './report.ts';

const [path, otherPath, ...flags] = process.argv.slice(2);
if (path === undefined || otherPath === undefined) {
  console.error(
    'Give two files that "tributary eval --collections DIR --relevance --evidence-file FILE" wrote: of the static model, with --cuts as well, and of a transformer model (--model NAME).',
  );
  process.exit(2);
}
const [evidence, other] = [readEvidence(path), readEvidence(otherPath)];
if (evidence.relevance.size === 0 || evidence.joint.size === 0 || other.relevance.size === 0) {
  console.error(
    `${path} or ${otherPath} lacks lists: the first is written with --relevance and --cuts together, the second with --relevance.`,
  );
  process.exit(2);
}
const fitted = {
  own: fitOwnOrder(evidence.relevance, { inUse: OWN_ORDER.common, ranges: RANGES.common, isRenewed: flags.includes('--renew-own') }),
  otherOwn: fitOwnOrder(other.relevance, { inUse: OWN_ORDER.other, ranges: RANGES.other, isRenewed: flags.includes('--renew-other') }),
  relevance: fitRelevance(evidence.relevance),
  joint: fitJointOrder(evidence.joint, { inUse: JOINT, isRenewed: flags.includes('--renew-joint') }),
};
const report = reportOf(fitted);
console.log(report);
if (flags.includes('--write')) {
  writeFileSync('docs/ranking-fit.md', `${report}\n`);
  mkdirSync('docs/figures', { recursive: true });
  writeFileSync('docs/figures/reliability.svg', reliabilityPlot(fitted.relevance.leftOut.reliability));
  writeFileSync('libs/ranking/src/judge/weights/fitted.ts', parametersOf(fitted));
}

interface Fitted {
  readonly own: OwnOrderFit;
  readonly otherOwn: OwnOrderFit;
  readonly relevance: RelevanceFit;
  readonly joint: JointFit;
}

function parametersOf({ own, otherOwn, relevance, joint }: Fitted): string {
  const object = (fields: object) =>
    `{ ${Object.entries(fields)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join(', ')} }`;
  return [
    '/** Written by `npm run fit -- EVIDENCE OTHER --write`; do not edit. How it was fitted, and what each set gets when it is left out: docs/ranking-fit.md. */',
    'export const FITTED = {',
    `  own: ${object(own.weights)},`,
    `  otherOwn: ${object(otherOwn.weights)},`,
    `  joint: ${object(joint.weights)},`,
    `  relevance: ${object(relevance.logistic)},`,
    '} as const;',
    '',
  ].join('\n');
}
