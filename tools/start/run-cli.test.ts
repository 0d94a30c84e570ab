import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { programOf } from '../bundle/programs.mjs';

/** As Node is on Windows: the function is there, and throws (lib/internal/process/per_thread.js). */
const AS_ON_WINDOWS = `
Object.defineProperty(process, 'platform', { value: 'win32' });
process.execve = () => { throw new Error('The feature process.execve is unavailable on the current platform'); };
`;

it('runs the command as a child where Node cannot replace itself, and hands on its exit code', async () => {
  await using root = await temporaryFolder();
  const program = join(root.path, programOf('cli'));
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, 'console.log(process.argv.slice(2).join(" ")); process.exitCode = 7;');
  const script = `${AS_ON_WINDOWS}
import { runCli } from ${JSON.stringify(new URL('run-cli.mjs', import.meta.url).href)};
process.exitCode = await runCli(${JSON.stringify(root.path)}, process.execPath, ['search', 'x']);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([7, 'search x\n', '']);
});
