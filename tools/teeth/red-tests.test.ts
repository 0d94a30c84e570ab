import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { redTests } from './red-tests.mjs';

const file = (name: string, ...states: readonly string[]) => ({
  name: `/tree/${name}`,
  status: states.includes('failed') ? 'failed' : 'passed',
  assertionResults: states.map((status) => ({ status })),
});

/** A run that reports these files. */
function runOf(...testResults: readonly ReturnType<typeof file>[]) {
  return (args: readonly string[]) => {
    const report = args.find((arg) => arg.startsWith('--outputFile='))?.slice('--outputFile='.length) ?? '';
    writeFileSync(report, JSON.stringify({ testResults }));
    return { stderr: '' };
  };
}

it('names the tests that prove nothing about a patch: they fail without it, are all skipped, or are none', () => {
  const run = runOf(
    file('libs/a/green.test.ts', 'passed', 'skipped'),
    file('libs/a/red.test.ts', 'passed', 'failed'),
    file('libs/b/skipped.test.ts', 'skipped'),
    file('libs/c/one.test.ts', 'passed'),
  );
  const paths = ['libs/a/green.test.ts', 'libs/a', 'libs/b/skipped.test.ts', 'libs/c', 'libs/gone.test.ts'];
  expect([...redTests(run, paths)]).toEqual(['libs/a', 'libs/b/skipped.test.ts', 'libs/gone.test.ts']);
});

it('says why where nothing was reported', () => {
  expect(() => redTests(() => ({ stderr: 'no vitest here' }), ['libs/a'])).toThrow('no vitest here');
});
