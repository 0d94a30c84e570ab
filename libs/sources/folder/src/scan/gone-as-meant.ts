import type { MissingPaths } from '@tributary/sources-port';
import { takenOut } from '../git/taken-out.js';
import { IgnoreRules } from '../rules/ignore-rules.js';

/** Of paths that a walk meets no more those that nobody lost: whoever chose new patterns for the source meant them to go, and so did git, which is asked about the others. */
export async function goneAsMeant(root: string, missing: MissingPaths): Promise<ReadonlySet<string>> {
  const { paths } = missing;
  const named = paths.filter(namedAnew(missing));
  const left = new Set(named);
  return new Set([
    ...named,
    ...(await takenOut(
      root,
      paths.filter((path) => !left.has(path)),
    )),
  ]);
}

/** Whether the patterns leave a path out that those of before did not, or one of them does that is new. */
function namedAnew({ ignore = [], ignoreBefore = [] }: MissingPaths): (path: string) => boolean {
  const known = new Set(ignoreBefore);
  const [now, before, added] = [ignore, ignoreBefore, ignore.filter((pattern) => !known.has(pattern))].map((patterns) =>
    IgnoreRules.of(patterns),
  );
  return (path) => {
    if (now?.reasonFor(path) === undefined) return false;
    return before?.reasonFor(path) === undefined || added?.reasonFor(path) !== undefined;
  };
}
