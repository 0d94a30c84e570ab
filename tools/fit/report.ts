import type { JointFit } from './joint-order.ts';
import type { OwnOrderFit } from './own-order.ts';
import type { RelevanceFit } from './relevance.ts';

/** The page that says how the parameters were fitted. */
export function reportOf({
  own,
  otherOwn,
  relevance,
  joint,
}: {
  readonly own: OwnOrderFit;
  readonly otherOwn: OwnOrderFit;
  readonly relevance: RelevanceFit;
  readonly joint: JointFit;
}): string {
  const { leftOut } = relevance;
  const { nothing_relevant: nothing } = leftOut;
  return [
    '# How the judge was fitted',
    'Written by `npm run fit -- EVIDENCE OTHER --write`; do not edit. What the parts mean: [ranking.md](ranking.md).',
    '## A collection’s own order',
    'nDCG@10 of the first hundred documents in their new order; the weights in use stay as long as weights fitted on the other sets do no better, unless they are renewed (`--renew-own`, `--renew-other`), as after a change of the evidence or of the search. What the neighbours score is that of the weights before the fit.',
    '### Collections of the static model',
    ownSection(own),
    '### Collections of a transformer model (MiniLM)',
    ownSection(otherOwn),
    '## Several collections',
    jointSection(joint),
    '## Relevance',
    `1 / (1 + exp(−(${relevance.logistic.slope.toString()} · level / chance ${relevance.logistic.intercept.toString().replace('-', '− ')}))). Chance: √ln(n + e − 1), n passages of the collection times the number of collections. Every set judged by a function fitted on the others:`,
    [
      `- expected calibration error in ten bins ${three(leftOut.calibration_error)}; by collection ${Object.entries(
        leftOut.calibration_error_by_collection,
      )
        .map(([name, error]) => `${name} ${three(error)}`)
        .join(', ')}`,
      `- area under ROC of the best hit’s relevance, own against wrong collections: ${three(leftOut.area_under_roc)}`,
      `- "nothing relevant" below ${nothing.below.toString()}: precision ${three(nothing.precision)}, recall ${three(nothing.recall)} with one wrong collection and ${three(nothing.recall_all_wrong)} with all wrong ones at once, false alarms ${three(nothing.false_alarms)}`,
    ].join('\n'),
    '![What relevance said, and the share that was found relevant, with 95 % intervals](figures/reliability.svg)',
    ['| relevance from | hits | said | found |', '|---|---|---|---|', ...bins(leftOut.reliability)].join('\n'),
  ].join('\n\n');
}

function ownSection({ weights, queries, inSample, leftOut, without }: OwnOrderFit): string {
  const names = Object.keys(inSample);
  const row = (label: string, scores: Readonly<Record<string, number>>) =>
    `| ${[label, ...names.map((name) => three(scores[name] ?? 0)), three(mean(Object.values(scores)))].join(' | ')} |`;
  const table = [
    `| | ${names.join(' | ')} | mean |`,
    `|---|${names.map(() => '---|').join('')}---|`,
    `| ${['queries', ...names.map((name) => (queries[name] ?? 0).toString()), ''].join(' | ')} |`,
    row('in use', inSample),
    row('**fitted on the others**', leftOut),
    ...Object.entries(without).map(([part, scores]) => row(`without ${part}`, scores)),
  ];
  const parts = Object.entries<number>({ ...weights }).map(([name, value]) => `${name} ${value.toString()}`);
  return `${parts.join(', ')}.\n\n${table.join('\n')}`;
}

function jointSection({ weights, inSample, leftOut, without }: JointFit): string {
  const cuts = [...inSample.keys()];
  const parts = Object.entries(weights).map(([name, value]) => `${name} ${value.toString()}`);
  const row = (label: string, scores: readonly number[]) => `| ${[label, ...scores.map(three), three(mean(scores))].join(' | ')} |`;
  const means = (scores: JointFit['inSample']) => cuts.map((cut) => mean(Object.values(scores.get(cut) ?? {})));
  return [
    `${parts.join(', ')}. nDCG@10 of the first hundred documents in their new order, sets counting alike: whole sets beside each other (all), and each set cut into collections, alone and with three others beside (+). In the fit "all", where one collection is right, counts as much as all cuts together, where several are. These weights, too, stay as long as others do no better (\`--renew-joint\`).`,
    [
      `| | ${cuts.join(' | ')} | mean |`,
      `|---|${cuts.map(() => '---|').join('')}---|`,
      row('in use', means(inSample)),
      row('**fitted on the others**', means(leftOut)),
      ...Object.entries(without).map(([part, scores]) =>
        row(
          `without ${part}`,
          cuts.map((cut) => scores.get(cut) ?? 0),
        ),
      ),
    ].join('\n'),
  ].join('\n\n');
}

function bins(all: RelevanceFit['leftOut']['reliability']): readonly string[] {
  return all.map(({ points, said, found }, at) => `| ${(at / 10).toFixed(1)} | ${points.toString()} | ${three(said)} | ${three(found)} |`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function three(value: number): string {
  return value.toFixed(3);
}
