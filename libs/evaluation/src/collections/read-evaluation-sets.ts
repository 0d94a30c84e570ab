import { SearchRequest } from '@tributary/contracts';
import { access, readFile, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import type { Judgments } from '../measures/measures.js';
import type { EvaluationSet } from './evaluation-set.js';
import { parseJudgments, unreadable } from './parse-judgments.js';

const Id = z.union([z.string(), z.number()]).transform(String);
const CorpusLine = z.object({ _id: Id, title: z.string().default(''), text: z.string() });
const QueryLine = z.object({ _id: Id, text: z.string() });

/** Reads a folder of folders in BEIR form, or one such folder: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv` (or `qrels/test.tsv`),
 *  and where there is one `queries.typo.jsonl`. In order of name. @throws `EVAL.UNREADABLE` naming file and line */
export async function readEvaluationSets(folder: string): Promise<readonly EvaluationSet[]> {
  if (await exists(join(folder, 'corpus.jsonl'))) return [await readSet(folder)];
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(`${folder} cannot be read: give a folder of collections in BEIR form.`, cause);
  });
  const folders = entries.map(({ name }) => join(folder, name));
  const withCorpus = await Promise.all(folders.map((one) => exists(join(one, 'corpus.jsonl'))));
  const found = folders.filter((_, at) => withCorpus[at]).toSorted();
  if (found.length === 0)
    throw unreadable(`${folder} holds no collection: each is a folder with corpus.jsonl, queries.jsonl and qrels.tsv.`);
  return Promise.all(found.map(readSet));
}

/** Reads the queries and judgments of a folder in BEIR form whose documents are elsewhere. @throws `EVAL.UNREADABLE` naming file and line */
export async function readQuestions(folder: string): Promise<Pick<EvaluationSet, 'queries' | 'judgments'>> {
  const judgments = await readJudgments(folder);
  const queries = await readQueries(join(folder, 'queries.jsonl'), judgments);
  if (queries.length === 0)
    throw unreadable(`${folder}: none of the queries in queries.jsonl is judged: the judgments must name them by their _id.`);
  return { queries, judgments };
}

async function readSet(folder: string): Promise<EvaluationSet> {
  const documents = await readLines(join(folder, 'corpus.jsonl'), CorpusLine);
  const { queries, judgments } = await readQuestions(folder);
  const ids = new Set(documents.map(({ _id: id }) => id));
  if (!queries.some(({ id }) => [...(judgments.get(id)?.keys() ?? [])].some((document) => ids.has(document))))
    throw unreadable(`${folder}: none of the judged documents is in corpus.jsonl: the judgments must name them by their _id.`);
  const damagedPath = join(folder, 'queries.typo.jsonl');
  return {
    name: basename(resolve(folder)),
    documents: documents.map(({ _id: id, title, text }) => ({ id, title, text })),
    queries,
    damaged: (await exists(damagedPath)) ? inOrderOf(queries, await readQueries(damagedPath, judgments)) : [],
    judgments,
  };
}

/** What a file says of the queries, by their ids: it may have another order, or further ones. */
function inOrderOf(queries: EvaluationSet['queries'], damaged: EvaluationSet['damaged']): EvaluationSet['damaged'] {
  const byId = new Map(damaged.map((query) => [query.id, query]));
  return queries.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Of the judged queries alone. */
async function readQueries(path: string, judgments: EvaluationSet['judgments']): Promise<EvaluationSet['queries']> {
  const lines = await readLines(path, QueryLine);
  return lines.flatMap(({ _id: id, text }) => {
    if (!judgments.has(id)) return [];
    const query = SearchRequest.shape.query.safeParse(text);
    if (!query.success) throw unreadable(`${path}, query ${id}: ${query.error.issues[0]?.message ?? 'it cannot be asked.'}`);
    return [{ id, text }];
  });
}

async function readJudgments(folder: string): Promise<ReadonlyMap<string, Judgments>> {
  const places = [join(folder, 'qrels.tsv'), join(folder, 'qrels', 'test.tsv')];
  const there = await Promise.all(places.map(exists));
  const path = places.find((_, at) => there[at]);
  if (path === undefined)
    throw unreadable(
      `${folder} has no judgments: put them into qrels.tsv or qrels/test.tsv, as query-id, corpus-id and score, parted by tabs.`,
    );
  return parseJudgments(await readText(path), path);
}

async function readLines<Schema extends z.ZodType>(path: string, schema: Schema): Promise<readonly z.output<Schema>[]> {
  const lines = (await readText(path)).split('\n');
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [parseLine(line, schema, `${path}, line ${(at + 1).toString()}`)]));
}

function parseLine<Schema extends z.ZodType>(line: string, schema: Schema, place: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch (cause) {
    throw unreadable(`${place}: not an object with _id and text.`, cause);
  }
}

async function readText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unreadable(`${path} cannot be read.`, cause);
  });
  return text.replace(/^\uFEFF/, '');
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
