// Real text that every checkout has: the documentation, type declarations and sources of the packages installed with this repository.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chunkDocument, type Chunk } from '@tributary/chunking';
import { sha256Hex } from '@tributary/kernel/ids';

/** In this order: prose first, then declarations, then sources until there is enough. */
const KINDS = [/\.md$/, /\.d\.ts$/, /\.[cm]?js$/];
/** So that no single file is a large part of the corpus. */
const MOST_CHUNKS_OF_FILE = 60;
const SMALLEST_FILE = 500;
const LARGEST_FILE = 1_000_000;
/** Made by machines for machines. */
const LONGEST_LINE = 400;
/** One file of so many is kept out of the index and asked about. */
const HELD_OUT = 40;
const QUERIES_OF_FILE = 2;
const WORDS_OF_QUERY = 12;

export interface CorpusFile {
  readonly path: string;
  readonly title: string;
  readonly type: 'doc' | 'code';
  readonly chunks: readonly Chunk[];
}

/** Takes files in order until they hold `wanted` chunks. @throws when the installed packages hold less */
export function readFiles(root: string, wanted: number): { readonly files: readonly CorpusFile[]; readonly queries: readonly string[] } {
  const folder = join(root, 'node_modules');
  const files: CorpusFile[] = [];
  const queries: string[] = [];
  const seen = new Set<string>();
  let chunks = 0;
  let read = 0;
  for (const path of pathsIn(folder)) {
    const file = readOne(folder, path, seen);
    if (file === undefined) continue;
    if (++read % HELD_OUT === 0) {
      queries.push(...queriesOf(file));
      continue;
    }
    const left = wanted - chunks;
    files.push({ ...file, chunks: file.chunks.slice(0, left) });
    chunks += Math.min(left, file.chunks.length);
    if (chunks === wanted) return { files, queries };
  }
  throw new Error(`The installed packages hold ${chunks.toString()} chunks only: set BENCH_CHUNKS to less.`);
}

function pathsIn(folder: string): readonly string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('@tributary') && !path.startsWith('.'))
    .sort();
  return KINDS.flatMap((kind) => found.filter((path) => kind.test(path)));
}

function readOne(folder: string, path: string, seen: Set<string>): CorpusFile | undefined {
  const text = readFileSync(join(folder, path), 'utf8');
  const isUsable = text.length >= SMALLEST_FILE && text.length <= LARGEST_FILE && !hasLongLines(text);
  const hash = sha256Hex(text);
  if (!isUsable || seen.has(hash)) return undefined;
  seen.add(hash);
  const type = path.endsWith('.md') ? 'doc' : 'code';
  const { title, chunks } = chunkDocument({ text, type, path });
  return { path, title, type, chunks: chunks.slice(0, MOST_CHUNKS_OF_FILE) };
}

function hasLongLines(text: string): boolean {
  return text.split('\n', 50).some((line) => line.length > LONGEST_LINE);
}

/** The first words of some of its passages, as somebody would type them. */
function queriesOf({ chunks }: CorpusFile): readonly string[] {
  return chunks
    .flatMap(({ content }) => {
      const words = content.match(/\p{L}[\p{L}\p{N}_]*/gu) ?? [];
      return words.length < 4 ? [] : [words.slice(0, 4 + (content.length % (WORDS_OF_QUERY - 3))).join(' ')];
    })
    .slice(0, QUERIES_OF_FILE);
}
