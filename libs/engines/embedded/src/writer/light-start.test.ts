import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const WRITES = new URL('../../dist/write/writes.js', import.meta.url).href;
/** Prints the packages of all modules that what a thread runs is made of. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import(${JSON.stringify(WRITES)});
  console.log(JSON.stringify(loaded));
`;

it('loads no schema with the thread that writes, which starts under load', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  expect(stdout).toContain('write-document.js');
  expect(stdout).not.toContain('node_modules/zod');
  expect(stdout).not.toContain('libs/contracts');
});
