// A million chunks in one collection: ten variants of each file of the corpus. No two are equal: their vectors are moved, and each lacks other words.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { encodeDocumentKey } from '@tributary/kernel';
import { SeededRandom } from '@tributary/testing';
import { bundle } from '../../bundle/bundle.mjs';
import { writeAll } from '../engine/writing.ts';
import { createCollections } from './build.ts';
import { readFiles } from './corpus.ts';
import { Preparation, documentOf, type PreparedFile } from './documents.ts';
import { serveMany, type ServedMany } from './http.ts';
import { ONE, storeIn } from './places.ts';

const ASKER = 'million-asker';
/** In the root: what is not bundled is found from there. */
const BUNDLES = 'dist/bench';
const VARIANTS = 10;
const PROCESSES = 5;
const SEED = 12;
const FILES_AT_ONCE = 50;
/** Of a unit vector: a variant has a cosine of about 0.9 with its original. */
const MOVED = 0.5;

/** What a fresh process took that asked one query after another. */
interface Asking {
  readonly readyMs: number;
  /** Milliseconds by round. */
  readonly p50: readonly number[];
  readonly p95: readonly number[];
  readonly residentMb: number;
}

export interface Million {
  readonly chunks: number;
  /** Process by process. */
  readonly asked: readonly Asking[];
  readonly served: ServedMany;
}

/** @param chunks of the corpus, of which ten times as many are made */
export async function askMillion(root: string, folder: string, chunks: number): Promise<Million> {
  const queries = await fill(root, folder, chunks);
  // As programs are: what strips types from sources would count as memory.
  const output = join(root, BUNDLES);
  await bundle(root, { input: { [ASKER]: fileURLToPath(new URL('./million-asker.ts', import.meta.url)) }, output });
  const file = join(folder, 'million.json');
  const asked: Asking[] = [];
  while (asked.length < PROCESSES) {
    const child = spawn(process.execPath, [join(output, `${ASKER}.js`), folder, file, JSON.stringify(queries)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    // Safe: what it wrote there is an `Asking`.
    asked.push(JSON.parse(await readFile(file, 'utf8')) as Asking);
  }
  return { chunks: VARIANTS * chunks, asked, served: await serveMany(folder, queries) };
}

async function fill(root: string, folder: string, chunks: number): Promise<readonly string[]> {
  const { files, queries } = readFiles(root, chunks);
  const engine = EmbeddedEngine.open({ name: 'main', folder: storeIn(folder) });
  await createCollections(engine, [ONE]);
  const [preparation, random] = [new Preparation(SEED), new SeededRandom(SEED)];
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const prepared = files.slice(from, from + FILES_AT_ONCE).map((file) => preparation.prepare(file));
    const variants = prepared.flatMap((file) =>
      Array.from({ length: VARIANTS }, (_, variant) =>
        documentOf(variantOf(file, variant, random), ONE, encodeDocumentKey(`${variant.toString()}/${file.path}`)),
      ),
    );
    await writeAll(engine, variants);
  }
  await engine.close();
  return queries;
}

function variantOf(file: PreparedFile, variant: number, random: SeededRandom): PreparedFile {
  const features = file.features.map(({ terms, words }) => {
    const kept = [...terms.ids.keys()].filter((at) => ((terms.ids[at] ?? 0) + variant) % VARIANTS !== 0);
    const pick = (counts: Uint8Array) => Uint8Array.from(kept, (at) => counts[at] ?? 0);
    const ids = Uint32Array.from(kept, (at) => terms.ids[at] ?? 0);
    return { terms: { ...terms, ids, body: pick(terms.body), title: pick(terms.title) }, words };
  });
  return { ...file, features, vectors: file.vectors.map((vector) => moved(vector, random)) };
}

function moved(vector: Float32Array, random: SeededRandom): Float32Array {
  const noise = (MOVED * Math.sqrt(12)) / Math.sqrt(vector.length);
  const sum = vector.map((x) => x + noise * (random.next() - 0.5));
  const length = Math.hypot(...sum);
  return sum.map((x) => x / length);
}
