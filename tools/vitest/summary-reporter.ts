import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { isCi } from './is-ci.js';

/** Ends a run with the reason of every skip and one line of counts; under CI a skip fails the run. */
export class SummaryReporter implements Reporter {
  #isFiltered = false;

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(testModules: readonly TestModule[]): void {
    const tests = testModules.flatMap((testModule) => [...testModule.children.allTests()]);
    // What `-t` filters out counts as skipped, too, and is nobody's concern.
    const skipped = tests.filter((test) => test.result().state === 'skipped' && !(this.#isFiltered && noteOf(test) === undefined));
    for (const test of skipped) console.log(`skipped: ${test.fullName} (${noteOf(test) ?? 'no reason given'})`);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const brokenFiles = testModules.filter((testModule) => testModule.errors().length > 0).length;
    console.log(`\n${String(count('passed'))} passed, ${String(count('failed') + brokenFiles)} failed, ${String(skipped.length)} skipped`);
    if (skipped.length > 0 && isCi()) {
      console.error('Under CI every test must run: see the reasons above.');
      process.exitCode = 1;
    }
  }
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}
