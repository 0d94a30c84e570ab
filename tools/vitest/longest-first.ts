import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take tens of seconds, the longest first. Their size does not tell: they start processes, or what they call stands elsewhere. */
export const LONGEST: readonly string[] = [
  'tools/scenarios/scenarios.test.ts',
  'tools/start/fresh-clone.test.ts',
  'libs/ingestion/src/crashes/crashes.test.ts',
  'apps/mcp-gateway/src/services.test.ts',
  'libs/composition/src/whole/kills/kills.test.ts',
  'libs/migration/src/crashes/killed-moves.test.ts',
  'libs/composition/src/whole/parity/lexical-parity.test.ts',
  'libs/migration/src/engines/between-engines.test.ts',
  'apps/cli/src/connection/in-process.test.ts',
  'apps/cli/src/commands/eval/eval.test.ts',
  'apps/cli/src/commands/doctor/deployment.test.ts',
  'tools/images/perform/image.test.ts',
  'libs/messaging/local/src/hanging-job.test.ts',
];

/** Vitest's own order, by size where it has not measured, as in CI, but for the longest: none of them is left for the end, where the other workers have nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return longestFirst(sorted, (file) => relative(file.project.config.root, file.moduleId).split(sep).join('/'));
  }
}

/** @param pathOf from the root of the workspace */
export function longestFirst<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const rankOf = (file: T): number => {
    const rank = LONGEST.indexOf(pathOf(file));
    return rank === -1 ? LONGEST.length : rank;
  };
  return files.toSorted((a, b) => rankOf(a) - rankOf(b));
}
