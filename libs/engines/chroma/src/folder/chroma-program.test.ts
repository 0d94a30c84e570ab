import { temporaryFolder } from '@tributary/testing';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const HOOKS = new URL('../../../../../tools/source-hooks.mjs', import.meta.url).href;
const PROGRAM = new URL('./chroma-program.ts', import.meta.url).href;

/** What a process with this PATH finds. */
function findWith(path: string): string {
  const script = `const { findChromaProgram } = await import('${PROGRAM}'); console.log(await findChromaProgram('notes', 'chroma').catch(({ code }) => code));`;
  const args = ['--import', HOOKS, '--conditions=@tributary/source', '--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { env: { PATH: path }, encoding: 'utf8' }).trim();
}

it('is the first on the PATH, and one of an npm package only where there is no other', async () => {
  await using folder = await temporaryFolder();
  const [ofNpm, ofPython, empty] = [join(folder.path, 'node_modules', '.bin'), join(folder.path, 'venv'), join(folder.path, 'empty')];
  for (const place of [ofNpm, ofPython]) {
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'chroma'), '#!/bin/sh\n');
    await chmod(join(place, 'chroma'), 0o755);
  }
  expect(findWith(`${ofNpm}:${empty}:${ofPython}`)).toBe(join(ofPython, 'chroma'));
  expect(findWith(`${empty}:${ofNpm}`)).toBe(join(ofNpm, 'chroma'));
  expect(findWith(empty)).toBe('ENGINE.PROGRAM_MISSING');
});
