// Asks the questions of a set about folders of files: open-source projects, manuals, or a book in several languages. The folders lie side by side in the one that is given (the set's README.md says which).
import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, readQuestions } from '@tributary/evaluation';
import { temporaryFolder } from '@tributary/testing';
import { startFolders, untilPlanned, type FolderSearch } from './start-folders.js';

/** What one question got. */
interface Asked {
  /** True when the question names what it is about. */
  readonly isNamed: boolean;
  /** Where the answer lies; of several the first. */
  readonly folder: string;
  readonly ndcg10: number;
  readonly isFolderFirst: boolean;
  /** Collections that were searched. */
  readonly collections: number;
}

interface Column {
  readonly name: string;
  readonly asked: readonly Asked[];
}

/** By folder the words by which questions name it; none where all folders are about the same. */
type Names = Readonly<Record<string, readonly string[]>>;

type Questions = Awaited<ReturnType<typeof readQuestions>>;

/** What the table has a column for. */
const COLUMNS = {
  hybrid: { algorithm: 'hybrid', among: 'all' },
  semantic: { algorithm: 'semantic', among: 'all' },
  keyword: { algorithm: 'keyword', among: 'all' },
  'hybrid, its folder alone': { algorithm: 'hybrid', among: 'own' },
  'hybrid, auto': { algorithm: 'hybrid', among: 'auto' },
} as const;

const SETS = ['projects', 'manuals', 'languages'];

const [set = '', given] = process.argv.slice(2);
if (!SETS.includes(set) || given === undefined) {
  console.error(
    `Which questions, and where are the folders? npm run -s eval:folders -- ${SETS.join('|')} FOLDER (tools/eval/SET/README.md says what belongs there)`,
  );
  process.exit(2);
}
// Our npm scripts run in the root of the repository; paths are meant from where the user stands.
await evaluateFolders(set, resolve(process.env['INIT_CWD'] ?? '.', given));

async function evaluateFolders(set: string, parent: string): Promise<void> {
  const place = fileURLToPath(new URL(`../${set}/`, import.meta.url));
  const questions = await readQuestions(place);
  // Safe: the file is ours.
  const names = JSON.parse(await readFile(join(place, 'names.json'), 'utf8')) as Names;
  const documents = new Set([...questions.judgments.values()].flatMap((judged) => [...judged.keys()]));
  const missing = await missingFrom(parent, documents);
  if (missing.length > 0) {
    console.error(
      `${parent} lacks ${missing.length.toString()} of ${documents.size.toString()} judged files, ${missing[0] ?? ''} the first: put there what tools/eval/${set}/README.md says, in these versions.`,
    );
    process.exit(1);
  }
  const data = await temporaryFolder();
  const folders = Object.keys(names).map((name) => join(parent, name));
  const search = await startFolders(folders, data.path);
  try {
    const columns: Column[] = [];
    for (const [name, column] of Object.entries(COLUMNS)) {
      if (column.among === 'auto') await untilPlanned(search, questions.queries[0]?.text ?? '');
      columns.push({ name, asked: await askAll(questions, { search, names, ...column }) });
    }
    printTable(columns, rowsOf(names));
    for (const { name, asked } of columns) console.log(`${name}: ${mean(asked.map(({ collections }) => collections))} collections asked.`);
  } finally {
    await search.stop();
    await data.remove();
  }
}

interface Asking {
  readonly search: FolderSearch;
  readonly names: Names;
  readonly algorithm: (typeof COLUMNS)[keyof typeof COLUMNS]['algorithm'];
  readonly among: (typeof COLUMNS)[keyof typeof COLUMNS]['among'];
}

async function askAll({ queries, judgments }: Questions, { search, names, algorithm, among }: Asking): Promise<readonly Asked[]> {
  const nameWords = Object.values(names).flat();
  const all: Asked[] = [];
  for (const { id, text } of queries) {
    const judged = judgments.get(id) ?? new Map<string, number>();
    const own = new Set([...judged.keys()].map(folderOf));
    const { documents: ranked, asked } = await search.ask(text, {
      algorithm,
      isPlanned: among === 'auto',
      ...(among === 'own' ? { folders: [...own] } : {}),
    });
    const words = new Set(text.toLowerCase().split(/[^a-z]+/u));
    all.push({
      folder: [...own][0] ?? '',
      isNamed: nameWords.some((word) => words.has(word)),
      ndcg10: measure(ranked, judged).ndcg10,
      isFolderFirst: own.has(folderOf(ranked[0] ?? '')),
      collections: asked,
    });
  }
  return all;
}

/** The rows of the table, each with the questions that count in it: what questions name matters where they can. */
function rowsOf(names: Names): Readonly<Record<string, (asked: Asked) => boolean>> {
  const all = () => true;
  const folders = Object.keys(names).map((name) => [name, ({ folder }: Asked) => folder === name] as const);
  if (Object.values(names).flat().length === 0) return { ...Object.fromEntries(folders), all };
  return { 'that name their folder': ({ isNamed }) => isNamed, 'that do not': ({ isNamed }) => !isNamed, all };
}

function printTable(columns: readonly Column[], rows: ReturnType<typeof rowsOf>): void {
  console.log(
    `| questions | | ${columns.map(({ name }) => name).join(' | ')} | right folder first |\n|---|---|${columns.map(() => '---|').join('')}---|`,
  );
  for (const [name, counts] of Object.entries(rows)) {
    const [first = [], ...others] = columns.map(({ asked }) => asked.filter(counts));
    const figures = [first, ...others].map((asked) => mean(asked.map(({ ndcg10 }) => ndcg10)));
    console.log(
      `| ${name} | ${first.length.toString()} | ${figures.join(' | ')} | ${mean(first.map(({ isFolderFirst }) => Number(isFolderFirst)))} |`,
    );
  }
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(3);
}

/** Documents are named by folder and path. */
function folderOf(document: string): string {
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
