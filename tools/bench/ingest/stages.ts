// Each stage of an ingest alone, in this process and one after another: what it costs in processor time.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { DocumentToChunk } from '@tributary/chunking';
import { documentTypeOf, languageOf, type Chunk } from '@tributary/chunking';
import { GRAMMAR_FILES, SyntaxParser, chunkWithSyntax } from '@tributary/chunking/syntax';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { NearDuplicates, detectLanguage, maskSecrets, sketchOf } from '@tributary/hygiene';
import { analyseChunk, cleanText } from '@tributary/ranking';
import { FolderReader } from '@tributary/sources-folder';
import type { Pair } from './libraries.ts';
import { PointsStore } from './points-store.ts';

const { resolve } = createRequire(import.meta.url);

/** Processor seconds of each stage. */
export interface StageTimes {
  readonly read: number;
  readonly hygiene: number;
  readonly cut: number;
  readonly embed: number;
  readonly analyse: number;
  readonly write: number;
}

export interface StagesRun {
  readonly times: StageTimes;
  readonly chunks: number;
}

/** Files whose points are written before the time counts. */
export const WARMING = 32;

interface CutFile extends DocumentToChunk {
  readonly path: string;
  readonly chunks: readonly Chunk[];
}

/** Takes files through all stages. */
export class Stages {
  readonly #reader = new FolderReader();
  readonly #model = new StaticEmbeddingProvider();
  readonly #parser: SyntaxParser;

  private constructor(parser: SyntaxParser) {
    this.#parser = parser;
  }

  static async open(): Promise<Stages> {
    return new Stages(await SyntaxParser.open((name) => readFile(resolve(GRAMMAR_FILES[name]))));
  }

  async run(tree: string, paths: readonly string[]): Promise<StagesRun> {
    const [texts, read] = await timed(() => this.#read(tree, paths));
    const [clean, hygiene] = await timed(() => Promise.resolve(cleaned(texts)));
    const [files, cut] = await timed(() => this.#cut(clean));
    const chunks = files.flatMap((file) => file.chunks);
    const [vectors, embed] = await timed(() =>
      Promise.resolve(files.map((file) => this.#model.embedSync(file.chunks.map(({ heading, content }) => `${heading}\n${content}`)))),
    );
    const [features, analyse] = await timed(() =>
      Promise.resolve(files.map((file) => file.chunks.map(({ heading, content }) => analyseChunk({ heading, content })))),
    );
    await using store = await PointsStore.open(await this.#model.describe());
    const documents = files.map((file, at) => store.documentOf(file, vectors[at] ?? [], features[at] ?? []));
    const [, write] = await timed(() => store.write(documents));
    return { times: { read, hygiene, cut, embed, analyse, write }, chunks: chunks.length };
  }

  /** The points of files into the embedded store and into SQLite alone, one after the other; those of the first files without being measured. */
  async writePair(tree: string, paths: readonly string[]): Promise<Pair> {
    const files = await this.#cut(cleaned(await this.#read(tree, paths)));
    await using store = await PointsStore.open(await this.#model.describe());
    const documents = files.map((file) => {
      const vectors = this.#model.embedSync(file.chunks.map(({ heading, content }) => `${heading}\n${content}`));
      return store.documentOf(
        file,
        vectors,
        file.chunks.map(({ heading, content }) => analyseChunk({ heading, content })),
      );
    });
    await store.warm(documents.slice(0, WARMING));
    const rest = documents.slice(WARMING);
    const ours = await store.write(rest);
    return { ours, library: store.writePeer(rest) };
  }

  async #read(tree: string, paths: readonly string[]): Promise<readonly DocumentToChunk[]> {
    const texts: DocumentToChunk[] = [];
    for (const path of paths) {
      const outcome = await this.#reader.read(tree, path);
      if (outcome.read) texts.push({ text: outcome.text, type: documentTypeOf(path), path, title: basename(path) });
    }
    return texts;
  }

  async #cut(documents: readonly DocumentToChunk[]): Promise<readonly CutFile[]> {
    const files: CutFile[] = [];
    for (const document of documents)
      files.push({ ...document, path: document.path ?? '', chunks: (await chunkWithSyntax(document, this.#parser)).chunks });
    return files;
  }
}

/** What is done to a text before it is cut. */
function cleaned(documents: readonly DocumentToChunk[]): readonly DocumentToChunk[] {
  const near = new NearDuplicates(10_000);
  return documents.map((document) => {
    const { text } = maskSecrets(cleanText(document.text));
    const { path = '', type } = document;
    if (type !== 'code' && languageOf(path) === undefined) detectLanguage(text);
    const sketch = sketchOf(text);
    if (sketch !== undefined) near.put(path, sketch);
    return { ...document, text };
  });
}

/** @returns what the work gave, and the processor seconds it took */
async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

export function textsOf(tree: string, paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(paths.map((path) => readFile(join(tree, path), 'utf8')));
}
