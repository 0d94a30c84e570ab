import type { MissingPaths } from '@tributary/sources-port';
import { takenOut } from '../git/taken-out.js';
import { IgnoreRules } from '../rules/ignore-rules.js';

/** Of paths that a walk meets no more those that nobody lost: whoever chose the patterns of the source meant them to go, and so did git, which is asked about the others. */
export async function goneAsMeant(root: string, { paths, ignore = [] }: MissingPaths): Promise<ReadonlySet<string>> {
  const rules = IgnoreRules.of(ignore);
  const named = paths.filter((path) => rules.reasonFor(path) !== undefined);
  const left = new Set(named);
  return new Set([
    ...named,
    ...(await takenOut(
      root,
      paths.filter((path) => !left.has(path)),
    )),
  ]);
}
