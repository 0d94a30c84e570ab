import { spread, type Figure } from '../figure.ts';
import { openPairs, pageOf, type Pair } from './libraries.ts';
import { Stages, WARMING, textsOf } from './stages.ts';

const CODE = /\.[cm]?[jt]s$/;
const FILES = 500;
const PAGES = 150;
const MOST_TIMES = 1.5;

/** Ours against what it stands on, in turn. */
export async function libraryFigures(tree: string, paths: readonly string[], repetitions: number): Promise<readonly Figure[]> {
  const code = await textsOf(tree, paths.filter((path) => CODE.test(path)).slice(0, FILES));
  const pages = (await textsOf(tree, paths.filter((path) => path.endsWith('.md')).slice(0, PAGES))).map(pageOf);
  const pairs = await openPairs(code.slice(0, 20));
  const stages = await Stages.open();
  const sample = paths.filter((path) => CODE.test(path)).slice(0, WARMING + FILES);
  const runs: { readonly parse: Pair; readonly extract: Pair; readonly write: Pair }[] = [];
  await stages.writePair(tree, sample.slice(0, WARMING + 50));
  for (let round = 0; round < repetitions; round++) {
    const write = await stages.writePair(tree, sample);
    runs.push({ parse: await pairs.parse(code), extract: await pairs.extract(pages), write });
  }
  await pairs.close();
  return [
    figure(
      'parsing 500 files of JavaScript and TypeScript',
      'web-tree-sitter',
      runs.map(({ parse }) => parse),
    ),
    figure(
      'extracting 150 web pages, in a process that can be killed',
      'Readability on linkedom, here',
      runs.map(({ extract }) => extract),
    ),
    figure(
      'writing the points of 500 files, the writer running, in transactions of 256 points',
      'SQLite with FTS5 and sqlite-vec',
      runs.map(({ write }) => write),
    ),
  ];
}

function figure(what: string, name: string, pairs: readonly Pair[]): Figure {
  const ratio = spread(pairs.map(({ ours, library }) => ours / library));
  return {
    what,
    unit: 'ms',
    ours: spread(pairs.map(({ ours }) => ours)),
    peer: { name, spread: spread(pairs.map(({ library }) => library)) },
    ratio,
    target: { text: '≤ 1.5 ×', met: ratio.median <= MOST_TIMES },
  };
}
