import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SeededRandom } from '@tributary/testing';
import { z } from 'zod';

/** Documents and the queries that are asked of them. */
export interface ParityTexts {
  readonly name: string;
  readonly documents: readonly { readonly id: string; readonly title?: string; readonly content: string }[];
  readonly queries: readonly string[];
}

const Line = z.object({ _id: z.string(), text: z.string(), title: z.string().optional() });
const SYLLABLES = ['ba', 'cor', 'den', 'fil', 'gra', 'hu', 'jin', 'kel', 'lo', 'mar', 'ne', 'pos', 'qui', 'ras', 'sto', 'tur'];

/** Words of a vocabulary of a thousand, frequent ones more often (Zipf), in prose and as identifiers; some documents twice, so that scores tie. */
export function generatedTexts(size: { readonly documents: number; readonly queries: number; readonly seed: number }): ParityTexts {
  const random = new SeededRandom(size.seed);
  const word = () => {
    const rank = Math.floor(1000 ** random.next());
    return `${SYLLABLES[rank % 16] ?? ''}${SYLLABLES[(rank >> 4) % 16] ?? ''}${SYLLABLES[(rank >> 2) % 16] ?? ''}${rank % 7 === 0 ? 'ing' : ''}`;
  };
  const words = (count: number) => Array.from({ length: count }, word);
  const token = () => (random.next() < 0.1 ? `${word()}_${word()}` : word());
  const documents = Array.from({ length: size.documents }, (_, n) => ({
    id: `d${n.toString()}`,
    title: words(2).join(' '),
    content: Array.from({ length: 20 + random.below(150) }, token).join(' '),
  }));
  const twins = documents.filter((_, n) => n % 10 === 0).map((one) => ({ ...one, id: `${one.id}-again` }));
  return {
    name: 'generated',
    documents: [...documents, ...twins],
    queries: Array.from({ length: size.queries }, () => words(1 + random.below(5)).join(' ')),
  };
}

/** The first documents and queries of a judged collection in BEIR form. */
export async function evaluationTexts(
  folder: string,
  size: { readonly documents: number; readonly queries: number },
): Promise<ParityTexts> {
  const read = async (file: string, most: number) =>
    (await readFile(join(folder, file), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, most)
      .map((line) => Line.parse(JSON.parse(line)));
  const corpus = await read('corpus.jsonl', size.documents);
  const queries = await read('queries.jsonl', size.queries);
  const documents = corpus
    .filter(({ text }) => text.trim() !== '')
    .map(({ _id: id, text: content, title = '' }) => ({ id, content, ...(title === '' ? {} : { title }) }));
  return { name: folder.split('/').at(-1) ?? folder, documents, queries: queries.map(({ text }) => text) };
}
