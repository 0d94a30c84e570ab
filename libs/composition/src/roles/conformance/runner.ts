import { execFile } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const home = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'));
const program = join(home, 'dist/index.js');

const Check = z.object({
  id: z.string(),
  status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
  errorMessage: z.string().optional(),
});
type Check = z.infer<typeof Check>;

const Requirements = z.object({ server: z.array(z.string()) });

export interface Scenario {
  readonly name: string;
  readonly checks: readonly Check[];
}

interface Run {
  readonly url: string;
  readonly revision: string;
  /** Scenarios that are expected not to pass. */
  readonly notApplicable: readonly string[];
  /** An empty folder for its results. */
  readonly folder: string;
}

/** Runs the official conformance runner with everything a revision requires. */
export async function runConformance({ url, revision, notApplicable, folder }: Run): Promise<{
  readonly exitCode: number;
  readonly report: string;
  readonly scenarios: readonly Scenario[];
}> {
  const baseline = join(folder, 'expected.yaml');
  const results = join(folder, 'results');
  await writeFile(baseline, JSON.stringify({ server: notApplicable }));
  const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline, '--output-dir', results];
  const { exitCode, report } = await new Promise<{ exitCode: number; report: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, report: stdout + stderr });
    });
  });
  return { exitCode, report, scenarios: await readScenarios(results) };
}

/** A folder a scenario: `server-<name>-<moment>`. */
async function readScenarios(folder: string): Promise<readonly Scenario[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, ''),
      checks: z.array(Check).parse(JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))),
    })),
  );
}

/** What a server must pass to conform to a revision, from the runner’s own list. */
export async function requiredScenarios(revision: string): Promise<readonly string[]> {
  const list = await readFile(join(home, `requirements/${revision}.yaml`), 'utf8');
  return Requirements.parse(parse(list)).server;
}
