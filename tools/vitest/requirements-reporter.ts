import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { sortRows, summaryOf } from '../requirements/proofs.js';
import { readRows } from '../requirements/rows.js';

/** Checks that each scenario, test and error case of the requirement documents has a test that passed: of the files that ran, and of all where `npm test` runs everything. */
export class RequirementsReporter implements Reporter {
  #isFiltered = false;

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined;
  }

  async onTestRunEnd(testModules: readonly TestModule[]): Promise<void> {
    if (this.#isFiltered) return;
    const tests = testModules.flatMap(({ relativeModuleId: file, children }) =>
      [...children.allTests()].map((test) => ({ file, title: test.fullName, state: test.result().state })),
    );
    const isWhole = process.env['TRIBUTARY_TEST_WHOLE'] === '1';
    const files = new Set(tests.map(({ file }) => file));
    const rows = [...(await readRows()).values()].flat();
    const asked = rows.filter(({ test, later }) => later === undefined && (isWhole || files.has(test ?? '')));
    const sorted = sortRows(asked, tests);
    const later = rows.filter((row) => row.later !== undefined).length;
    if (asked.length > 0) console.log(`requirements: ${await summaryOf(sorted)}, ${String(later)} left to later`);
    for (const line of sorted.missing) console.error(line);
    if (sorted.missing.length > 0) process.exitCode = 1;
  }
}
