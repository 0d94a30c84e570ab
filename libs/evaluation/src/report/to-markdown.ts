import type {
  BundledScores,
  CollectionScores,
  CutScores,
  EvaluationReport,
  FederatedScores,
  HeadCounts,
  PlanningScores,
  RelevanceScores,
  RoutingScores,
  Scores,
} from './evaluation-report.js';

/** The report as tables of nDCG@10, losses included. */
export function toMarkdown(report: EvaluationReport): string {
  const parts = [collectionTable(report.collections)];
  const reranked = report.collections.flatMap(({ name, hybrid, reranked: one }) => (one ? [{ name, hybrid, one }] : []));
  if (reranked.length > 0) parts.push(rerankTable(reranked));
  const { algorithm = 'hybrid' } = report;
  const by = algorithm === 'hybrid' ? '' : ` by ${algorithm}`;
  if (report.federated) parts.push(`Federated${by} over all ${report.collections.length.toString()}: ${federatedLine(report.federated)}`);
  for (const mixed of report.mixed_models ?? []) {
    const models = Object.entries(mixed.models).map(([name, model]) => `${name} ${model}`);
    parts.push(`Different models${by} (${models.join(', ')}): ${federatedLine(mixed)}`);
  }
  if (report.relevance) parts.push(relevanceTable(report.relevance));
  if (report.routing) parts.push(routingLine(report.routing));
  if (report.planning) parts.push(planningLine(report.planning));
  if (report.cuts) parts.push(cutTable(report.cuts));
  if (report.bundled) parts.push(bundledTable(report.bundled));
  if (report.splits) {
    const rows = report.splits.map((split) => [
      split.set,
      split.parts.toString(),
      three(split.whole['ndcg@10']),
      three(split['ndcg@10']),
      three(split.ratio),
      interval(split.difference),
    ]);
    parts.push(table(['corpus', 'parts', `one index${by}`, 'split', 'ratio', 'difference, 95 %'], rows));
  }
  return `${parts.join('\n\n')}\n`;
}

/** A row for each way to cut, sets counting alike. */
function cutTable(cuts: readonly CutScores[]): string {
  const shape = ({ cut, beside, models = [] }: CutScores) => JSON.stringify([cut, beside, models]);
  const rows = [...Map.groupBy(cuts, shape).values()].map((sets) => {
    const mean = (of: (one: CutScores) => number) => sets.reduce((sum, one) => sum + of(one), 0) / sets.length;
    const each = sets.map(({ set, ratio }) => `${set} ${three(ratio)}`);
    const [whole, found] = [mean((one) => one.whole['ndcg@10']), mean((one) => one['ndcg@10'])];
    const { cut = '', beside = 0, models: [model, other] = [] } = sets[0] ?? {};
    const [by, others] = [model === undefined ? cut : `${cut}, ${model}`, other === undefined ? '' : ` by ${other}`];
    return [by, `${beside.toString()}${others}`, three(whole), three(found), three(found / whole), each.join(', ')];
  });
  return table(['cut by', 'sets beside', 'one index', 'cut', 'ratio', 'each'], rows);
}

function bundledTable(bundled: readonly BundledScores[]): string {
  const rows = bundled.map(({ name, documents, bundles, sections, alone, ratio, difference, ...scores }) => [
    name,
    documents.toString(),
    `${bundles.toString()} of ${sections.toString()}`,
    three(alone['ndcg@10']),
    three(scores['ndcg@10']),
    three(ratio),
    interval(difference),
  ]);
  return table(['collection', 'documents', 'bundles', 'alone', 'bundled', 'ratio', 'difference, 95 %'], rows);
}

function collectionTable(collections: readonly CollectionScores[]): string {
  const rows = collections.map((one) => [
    one.name,
    three(one.lanes.semantic['ndcg@10']),
    three(one.lanes.keyword['ndcg@10']),
    three(one.lanes.fuzzy['ndcg@10']),
    three(one.hybrid['ndcg@10']),
    `${three(one.better_lane.ratio)} × ${one.better_lane.lane}`,
    interval(one.better_lane.difference),
    one.damaged ? `${three(one.damaged['ndcg@10'])} (${three(one.damaged['ndcg@10'] / one.hybrid['ndcg@10'])} ×)` : '–',
    three(one.hybrid['mrr@10']),
    three(one.hybrid['recall@100']),
  ]);
  const heads = [
    'collection',
    'semantic',
    'keyword',
    'fuzzy',
    'hybrid',
    'to the better lane',
    'difference, 95 %',
    'damaged',
    'MRR@10',
    'Recall@100',
  ];
  return table(heads, rows);
}

function rerankTable(
  rows: readonly { readonly name: string; readonly hybrid: Scores; readonly one: NonNullable<CollectionScores['reranked']> }[],
): string {
  const heads = ['collection', 'hybrid', 'reranked', 'difference, 95 %', 'MRR@10', 'Recall@100'];
  return table(
    [...heads, 'reranked whole', 'in part', 'not at all', 'documents scored'],
    rows.map(({ name, hybrid, one }) => [
      name,
      three(hybrid['ndcg@10']),
      three(one['ndcg@10']),
      interval(one.difference),
      three(one['mrr@10']),
      three(one['recall@100']),
      ...headCells(one.heads),
    ]),
  );
}

/** Queries by how far the reranker got with their head, and the documents it scored on the mean. */
function headCells(heads: HeadCounts | undefined): readonly string[] {
  if (heads === undefined) return ['–', '–', '–', '–'];
  const { whole, in_part: part, not_at_all: none, scored, documents } = heads;
  return [whole.toString(), part.toString(), none.toString(), `${scored.toFixed(1)} of ${documents.toFixed(1)}`];
}

function federatedLine({ homeOnly, ratio, difference, home_first: first, doubted, sets = {}, ...scores }: FederatedScores): string {
  const doubts = doubted === undefined ? '' : `, doubted ${three(doubted)}`;
  const each = Object.entries(sets).map(([name, set]) => `${name} ${three(set.ratio)} (${three(set.home_first)})`);
  const ofEach = each.length === 0 ? '' : `; ratio (home first) of each: ${each.join(', ')}`;
  return `nDCG@10 ${three(scores['ndcg@10'])}, home only ${three(homeOnly['ndcg@10'])}, ratio ${three(ratio)} (${interval(difference)}), home first ${three(first)}${doubts}${ofEach}.`;
}

function planningLine({ collections, all, ratio, difference, asked, most_asked: most, sets, ...auto }: PlanningScores): string {
  const each = Object.entries(sets).map(([name, set]) => `${name} ${three(set.ratio)} at ${percent(set.asked)}`);
  return `"auto" over ${collections.toString()} topical collections: nDCG@10 ${three(auto['ndcg@10'])}, asking all ${three(all['ndcg@10'])}, ratio ${three(ratio)} (${interval(difference)}), asked ${percent(asked)} (${most.toString()} at most); ${each.join(', ')}.`;
}

function relevanceTable({ reliability, nothing_relevant: nothing, area_under_roc: area, ...scores }: RelevanceScores): string {
  const each = (values: Readonly<Record<string, number>>) =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${three(value)}`)
      .join(', ');
  const bins = reliability.map(({ points, said, found }, at) => [(at / 10).toFixed(1), points.toString(), three(said), three(found)]);
  return [
    `Relevance: calibration error ${three(scores.calibration_error)} (${each(scores.calibration_error_by_collection)})${area === undefined ? '' : `, area under ROC of the best hit ${three(area)}`}.`,
    nothing === undefined
      ? 'Nothing relevant: to be told from wrong collections, of which there are none beside one.'
      : `Nothing relevant, best hit below ${nothing.below.toString()}: precision ${three(nothing.precision)}, recall ${three(nothing.recall)}, all wrong collections at once ${three(nothing.recall_all_wrong)} (${each(nothing.recall_all_wrong_by_collection)}), false alarms ${three(nothing.false_alarms)}.`,
    table(['from', 'hits', 'said', 'found'], bins),
  ].join('\n\n');
}

function routingLine({ collections, queries, top1, mean_top1: mean, sets }: RoutingScores): string {
  const each = Object.entries(sets).map(([name, set]) => `${name} ${three(set.top1)}`);
  return `By description alone: ${three(top1)} of ${queries.toString()} queries to their own of ${collections.toString()} collections (mean over the collections ${three(mean)}); ${each.join(', ')}.`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function interval({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${signed(low)} … ${signed(high)}`;
}

function signed(value: number): string {
  return value < 0 ? value.toFixed(3) : `+${value.toFixed(3)}`;
}

function three(value: number): string {
  return value.toFixed(3);
}
