import { quantile } from './source-tree.mjs';

const MEDIAN = 60;
const NINETIETH = 200;
const LARGEST = 400;

/** Files that list or wire, and tests, do not count for the distribution; the largest size holds for all. */
const UNCOUNTED = /(^|\/)(index|main)\.m?ts$|\.(module|errors)\.ts$|\.config\.(ts|mjs)$/;

/** @type {(tree: import('./source-tree.mjs').Tree) => import('./source-tree.mjs').Verdict} */
export function fileLengths({ sources }) {
  const lengths = sources.filter(({ path, isTest }) => !isTest && !UNCOUNTED.test(path)).map(({ lines }) => lines.length);
  const [median, ninetieth, largest] = [0.5, 0.9, 1].map((share) => quantile(lengths, share));
  return {
    measured: [
      `lines per source file: median ${median} (≤ ${MEDIAN}), 90th percentile ${ninetieth} (≤ ${NINETIETH}), largest ${largest} (≤ ${LARGEST}), ${lengths.length} files`,
    ],
    violations: [
      ...sources
        .filter(({ lines }) => lines.length > LARGEST)
        .map(({ path, lines }) => `${path}: ${lines.length} lines, at most ${LARGEST}: split it by concept`),
      ...(median > MEDIAN ? [`the median source file has ${median} lines, at most ${MEDIAN}`] : []),
      ...(ninetieth > NINETIETH ? [`the 90th percentile of source files has ${ninetieth} lines, at most ${NINETIETH}`] : []),
    ],
  };
}
