// Asks the questions about open-source projects, which lie unpacked in the folder that is given, each in a folder of its name (README.md says which).
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, readQuestions } from '@tributary/evaluation';
import { temporaryFolder } from '@tributary/testing';
import { startProjects, untilPlanned, type ProjectSearch } from './start-projects.js';

/** What one question got. */
interface Asked {
  /** True when the question says which project it is about. */
  readonly isNamed: boolean;
  readonly ndcg10: number;
  readonly isProjectFirst: boolean;
  /** Collections that were searched. */
  readonly collections: number;
}

interface Column {
  readonly name: string;
  readonly asked: readonly Asked[];
}

type Questions = Awaited<ReturnType<typeof readQuestions>>;

/** What the table has a column for. */
const COLUMNS = {
  hybrid: { algorithm: 'hybrid', among: 'all' },
  semantic: { algorithm: 'semantic', among: 'all' },
  keyword: { algorithm: 'keyword', among: 'all' },
  'hybrid, its project alone': { algorithm: 'hybrid', among: 'own' },
  'hybrid, auto': { algorithm: 'hybrid', among: 'auto' },
} as const;

const [given] = process.argv.slice(2);
if (given === undefined) {
  console.error(
    'Which folder are the projects in? npm run -s eval:projects -- FOLDER (tools/eval/projects/README.md says what belongs there)',
  );
  process.exit(2);
}
// Our npm scripts run in the root of the repository; paths are meant from where the user stands.
await evaluateProjects(resolve(process.env['INIT_CWD'] ?? '.', given));

async function evaluateProjects(folder: string): Promise<void> {
  const questions = await readQuestions(fileURLToPath(new URL('.', import.meta.url)));
  const documents = new Set([...questions.judgments.values()].flatMap((judged) => [...judged.keys()]));
  const missing = await missingFrom(folder, documents);
  if (missing.length > 0) {
    console.error(
      `${folder} lacks ${missing.length.toString()} of ${documents.size.toString()} judged files, ${missing[0] ?? ''} the first: unpack the projects of tools/eval/projects/README.md there, in these versions.`,
    );
    process.exit(1);
  }
  const projects = [...new Set([...documents].map(projectOf))].toSorted();
  const data = await temporaryFolder();
  const folders = projects.map((name) => join(folder, name));
  const search = await startProjects(folders, data.path);
  try {
    const columns: Column[] = [];
    for (const [name, column] of Object.entries(COLUMNS)) {
      if (column.among === 'auto') await untilPlanned(search, questions.queries[0]?.text ?? '');
      columns.push({ name, asked: await askAll(questions, { search, projects, ...column }) });
    }
    printTable(columns);
    for (const { name, asked } of columns) console.log(`${name}: ${mean(asked.map(({ collections }) => collections))} collections asked.`);
  } finally {
    await search.stop();
    await data.remove();
  }
}

interface Asking {
  readonly search: ProjectSearch;
  readonly projects: readonly string[];
  readonly algorithm: (typeof COLUMNS)[keyof typeof COLUMNS]['algorithm'];
  readonly among: (typeof COLUMNS)[keyof typeof COLUMNS]['among'];
}

async function askAll({ queries, judgments }: Questions, { search, projects, algorithm, among }: Asking): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  for (const { id, text } of queries) {
    const judged = judgments.get(id) ?? new Map<string, number>();
    const own = new Set([...judged.keys()].map(projectOf));
    const { documents: ranked, asked } = await search.ask(text, {
      algorithm,
      isPlanned: among === 'auto',
      ...(among === 'own' ? { projects: [...own] } : {}),
    });
    const words = new Set(text.toLowerCase().split(/[^a-z]+/u));
    all.push({
      isNamed: projects.some((name) => words.has(name)),
      ndcg10: measure(ranked, judged).ndcg10,
      isProjectFirst: own.has(projectOf(ranked[0] ?? '')),
      collections: asked,
    });
  }
  return all;
}

function printTable(columns: readonly Column[]): void {
  console.log(
    `| questions | | ${columns.map(({ name }) => name).join(' | ')} | right project first |\n|---|---|${columns.map(() => '---|').join('')}---|`,
  );
  const rows = { 'that name their project': [true], 'that do not': [false], all: [true, false] };
  for (const [name, kinds] of Object.entries(rows)) {
    const [first = [], ...others] = columns.map(({ asked }) => asked.filter(({ isNamed }) => kinds.includes(isNamed)));
    const figures = [first, ...others].map((asked) => mean(asked.map(({ ndcg10 }) => ndcg10)));
    console.log(
      `| ${name} | ${first.length.toString()} | ${figures.join(' | ')} | ${mean(first.map(({ isProjectFirst }) => Number(isProjectFirst)))} |`,
    );
  }
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(3);
}

/** Documents are named by project and path. */
function projectOf(document: string): string {
  return document.slice(0, document.indexOf('/'));
}

async function missingFrom(folder: string, documents: ReadonlySet<string>): Promise<readonly string[]> {
  const found = await Promise.all(
    [...documents].map((document) =>
      access(join(folder, document)).then(
        () => [],
        () => [document],
      ),
    ),
  );
  return found.flat();
}
