export type { EvaluationSet } from './collections/evaluation-set.js';
export type { EmbedTexts } from './collections/cluster-sets.js';
export { readEvaluationSets } from './collections/read-evaluation-sets.js';
export { compareReports, type RunComparison } from './report/compare-reports.js';
export { EvaluationReport, type PlanningScores } from './report/evaluation-report.js';
export { toMarkdown } from './report/to-markdown.js';
export { collectionOnModel, evaluate } from './run/evaluate.js';
export { evaluatePlanning, type PlanningOptions } from './run/evaluate-planning.js';
export type { EvaluatedServer } from './run/index-sets.js';
