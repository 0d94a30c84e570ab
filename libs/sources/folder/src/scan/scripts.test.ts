import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { makeTree } from '../testing/tree.fixture.js';

it('programs without an ending are code of the language that their first line names', async () => {
  const script = '#!/usr/bin/env python3\nprint("hello")\n';
  await using tree = await makeTree({ 'bin/deploy': script, 'bin/tool': '\x7fELF', notes: '#!/bin/sh', TODO: 'Water the plants.' });
  for (const path of ['bin/deploy', 'bin/tool', 'TODO']) await chmod(join(tree.path, path), 0o755);
  const reader = new FolderReader();
  const types: Record<string, string> = {};
  const note = async (location: string) => {
    for await (const entry of reader.scan(location)) if (entry.found) types[entry.path] = entry.type;
  };
  await note(tree.path);
  expect(types).toEqual({ 'bin/deploy': 'code', 'bin/tool': 'doc', notes: 'doc', TODO: 'doc' });
  expect(await reader.read(tree.path, 'bin/deploy')).toMatchObject({ type: 'code', lang: 'python' });
  expect(await reader.read(tree.path, 'TODO')).toMatchObject({ type: 'doc' });
  await note(join(tree.path, 'bin/deploy'));
  expect(types['deploy']).toBe('code');
});
