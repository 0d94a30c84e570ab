import type { Algorithm } from '@tributary/contracts';
import {
  EvaluationReport,
  WrittenDescriptions,
  collectionOnModel,
  compareReports,
  evaluate,
  evaluatePlanning,
  evaluateRouting,
  partNames,
  readEvaluationSets,
  sampleDocuments,
  sampleQueries,
  toMarkdown,
  type EmbedTexts,
  type EvaluationSet,
  type PlanningScores,
} from '@tributary/evaluation';
import { permanent } from '@tributary/kernel';
import { readFile } from 'node:fs/promises';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext } from '../../program/command-context.js';
import { OutputFile } from '../../program/output-file.js';
import { usageError } from '../../program/usage-error.js';
import { EvidenceFile } from './evidence-file.js';
import { printComparison } from './print-comparison.js';
import { withEmptyServer, type EmptyServerOptions } from './empty-server.js';

export interface EvalOptions {
  readonly collections: string;
  readonly only?: readonly string[];
  readonly queries?: number;
  readonly documents?: number;
  readonly federated?: boolean;
  readonly algorithm: Algorithm;
  readonly split?: readonly number[];
  readonly bundled?: number;
  readonly cuts?: boolean;
  readonly auto?: number;
  readonly descriptions?: string;
  readonly typos?: boolean;
  readonly rerank?: boolean;
  readonly relevance?: boolean;
  readonly evidenceFile?: string;
  readonly mixedModels?: boolean;
  readonly model?: string;
  readonly jsonFile?: string;
  readonly against?: string;
  readonly inProcess?: boolean;
  readonly concurrency?: number;
}

const DEFAULT_CONCURRENCY = 2;

/** Measures the product on judged collections and prints the tables, or with `--json` the report.
 *  @throws `EVAL.UNREADABLE`, `EVAL.NOT_SEARCHED`, `EVAL.NOT_RERANKED`, `EVAL.SERVER_FAILED`, `OUTPUT.UNWRITABLE` */
export async function runEvaluation(context: CommandContext, options: EvalOptions): Promise<void> {
  const { terminal } = context;
  // Before anything is measured: a wrong name must not cost the minutes of a run.
  const earlier = options.against === undefined ? undefined : await readReport(options.against);
  const file = options.jsonFile === undefined ? undefined : await OutputFile.open(options.jsonFile, { mayReplace: true });
  try {
    const report = await measure(context, options);
    const comparison = earlier === undefined ? undefined : compareReports(report, earlier);
    if (context.options.json === true) terminal.printJson({ ...report, ...(comparison && { comparison }) });
    else {
      terminal.print(toMarkdown(report));
      if (comparison !== undefined) printComparison(terminal, comparison);
    }
    await file?.write(`${JSON.stringify(report, undefined, 1)}\n`);
    await file?.finish();
  } finally {
    await file?.discard();
  }
}

async function measure({ terminal, call, connection }: CommandContext, options: EvalOptions): Promise<EvaluationReport> {
  const descriptions = options.descriptions === undefined ? undefined : await readDescriptions(options.descriptions);
  const sets = chosenSets(await readEvaluationSets(options.collections), options);
  const configuration = await readConfiguration(connection);
  const { defaultModel, models, rerankers } = configuration;
  const model = options.model ?? defaultModel;
  if (options.rerank === true && Object.keys(rerankers).length === 0)
    throw usageError('--rerank needs a reranker: configure one under rerankers.');
  const mixedModels = options.mixedModels === true ? Object.keys(models) : [];
  if (options.mixedModels === true && mixedModels.length < 2)
    throw usageError('--mixed-models needs at least two configured models: name them under models in the configuration file.');
  const evidence = options.evidenceFile === undefined ? undefined : new EvidenceFile(options.evidenceFile);
  const server = { configuration, env: connection.env, inProcess: options.inProcess === true };
  const report = await withEmptyServer(
    { ...server, settings: settingsFor(sets, { model, mixedModels, cuts: options.cuts === true }) },
    async ({ operations }) =>
      evaluate(
        sets,
        { operations, call },
        {
          model,
          mixedModels,
          federated: options.federated === true,
          algorithm: options.algorithm,
          splits: options.split ?? [],
          bundled: options.bundled,
          ...(options.cuts === true ? { cuts: await commonModel() } : {}),
          typos: options.typos === true,
          rerank: options.rerank === true,
          relevance: options.relevance === true || (evidence !== undefined && options.cuts !== true),
          ...(evidence === undefined ? {} : { onEvidence: evidence.add }),
          concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
          progress: (line) => {
            terminal.remark(line);
          },
        },
      ),
  );
  if (descriptions !== undefined) report.routing = await evaluateRouting(sets, { descriptions, embed: await commonModel() });
  if (options.auto !== undefined)
    report.planning = await measurePlanning({ terminal, call }, sets, { server, auto: options.auto, concurrency: options.concurrency });
  return report;
}

interface PlanningOptions {
  readonly server: Omit<EmptyServerOptions, 'settings'>;
  /** Collections that the corpora are cut into. */
  readonly auto: number;
  readonly concurrency: number | undefined;
}

/** On a server of its own, since "auto" chooses among everything there is. */
async function measurePlanning(
  { terminal, call }: Pick<CommandContext, 'terminal' | 'call'>,
  sets: readonly EvaluationSet[],
  { server, auto, concurrency = DEFAULT_CONCURRENCY }: PlanningOptions,
): Promise<PlanningScores> {
  const embed = await commonModel();
  const progress = (line: string) => {
    terminal.remark(line);
  };
  return withEmptyServer({ ...server, settings: {} }, ({ operations }) =>
    evaluatePlanning(sets, { operations, call }, { count: auto, embed, concurrency, progress }),
  );
}

function chosenSets(
  sets: readonly EvaluationSet[],
  { only, documents = Infinity, queries = Infinity }: Pick<EvalOptions, 'only' | 'documents' | 'queries'>,
): readonly EvaluationSet[] {
  const missing = only?.find((name) => !sets.some((set) => set.name === name));
  if (missing !== undefined) throw usageError(`--only ${missing}: there are ${sets.map(({ name }) => name).join(', ')}.`);
  return sets.filter(({ name }) => only?.includes(name) ?? true).map((set) => sampleQueries(sampleDocuments(set, documents), queries));
}

/** A collection of another model than the default must be known to the server before it is made. */
function settingsFor(
  sets: readonly EvaluationSet[],
  { model, mixedModels, cuts }: { readonly model: string; readonly mixedModels: readonly string[]; readonly cuts: boolean },
): Readonly<Record<string, string>> {
  const names = sets.flatMap((set) => [set.name, ...(cuts ? partNames(set) : [])]);
  const placed = mixedModels.flatMap((one) => names.map((name) => [collectionOnModel({ name }, one), { model: one }] as const));
  return {
    TRIBUTARY_DEFAULT_MODEL: model,
    ...(placed.length === 0 ? {} : { TRIBUTARY_COLLECTIONS: JSON.stringify(Object.fromEntries(placed)) }),
  };
}

async function commonModel(): Promise<EmbedTexts> {
  const { StaticEmbeddingProvider } = await import('@tributary/embedding-static');
  const common = new StaticEmbeddingProvider();
  return (texts) => common.embed(texts, { kind: 'document' });
}

async function readDescriptions(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    return WrittenDescriptions.parse(JSON.parse(await readFile(path, 'utf8'))).descriptions;
  } catch (cause) {
    throw permanent('EVAL.UNREADABLE', `${path} holds no descriptions: write { "descriptions": { "<collection>": "<text>" } }.`, { cause });
  }
}

async function readReport(path: string): Promise<EvaluationReport> {
  try {
    return EvaluationReport.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw permanent('EVAL.UNREADABLE', `${path} is no report of "tributary eval": write one with --json-file.`, { cause });
  }
}
