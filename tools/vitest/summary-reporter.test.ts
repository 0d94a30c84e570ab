import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const REPORTER = fileURLToPath(new URL('summary-reporter.ts', import.meta.url));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-reporter-'));
  symlinkSync(MODULES, join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { SummaryReporter } from ${JSON.stringify(REPORTER)};\nexport default { test: { reporters: [new SummaryReporter()] } };\n`,
  );
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function run(test: string, environment: Record<string, string>): { code: number | null; output: string } {
  writeFileSync(join(folder, 'a.test.mjs'), `import { expect, it } from 'vitest';\n${test}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(MODULES, 'vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  return { code: status, output: stdout + stderr };
}

const SKIPPING = "it('talks to a server', (context) => context.skip('no server here'));\nit('adds', () => {});";

describe('the summary of a run', () => {
  it('counts on a line of its own and gives the reason of each skip', () => {
    const { code, output } = run(SKIPPING, {});
    expect(output).toContain('skipped: talks to a server (no server here)');
    expect(output).toMatch(/^1 passed, 0 failed, 1 skipped$/m);
    expect(code).toBe(0);
  });

  it('fails under CI when something was skipped', () => {
    const { code, output } = run(SKIPPING, { CI: 'true' });
    expect(output).toContain('Under CI every test must run');
    expect(code).toBe(1);
  });

  it('counts a failure, and a file that does not load', () => {
    expect(run("it('adds', () => expect(1).toBe(2));", {}).output).toMatch(/^0 passed, 1 failed, 0 skipped$/m);
    const broken = run("throw new Error('broken file');", { CI: 'true' });
    expect(broken.output).toMatch(/^0 passed, 1 failed, 0 skipped$/m);
    expect(broken.code).toBe(1);
  });
});
