import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTree, scanAll } from '../testing/tree.fixture.js';
import { FolderReader } from './folder-reader.js';

const reader = new FolderReader();

describe('the root of a source', () => {
  it('is usable when it is a folder with something in it', async () => {
    await using tree = await makeTree({ 'x.md': 'x' });
    expect(await reader.inspect(tree.path)).toMatchObject({ usable: true });
  });

  it('is told to be missing or empty', async () => {
    await using tree = await makeTree({ 'x.md': 'x' });
    await mkdir(join(tree.path, 'empty'));
    expect(await reader.inspect(join(tree.path, 'gone'))).toEqual({ usable: false, reason: 'missing' });
    expect(await reader.inspect(join(tree.path, 'x.md', 'below'))).toEqual({ usable: false, reason: 'missing' });
    expect(await reader.inspect(join(tree.path, 'empty'))).toEqual({ usable: false, reason: 'empty' });
  });

  it('may be a single file', async () => {
    await using tree = await makeTree({ 'notes/plan.md': '# Plan', 'notes/other.md': 'x', 'notes/.gitignore': '*' });
    const location = join(tree.path, 'notes/plan.md');
    expect(await reader.inspect(location)).toMatchObject({ usable: true });
    expect((await scanAll(location)).found).toEqual(['plan.md']);
    expect(await reader.read(location, 'plan.md')).toMatchObject({ read: true, text: '# Plan', type: 'doc', lang: 'markdown' });
    expect(await reader.read(location, 'other.md')).toEqual({ read: false, reason: 'missing' });
  });

  it('that is a single file is left out for the same reasons as others', async () => {
    await using tree = await makeTree({ 'a.png': 'x', '.env': 'x', 'big.txt': 'xx' });
    expect((await scanAll(join(tree.path, 'a.png'))).skipped).toEqual({ 'a.png': 'binary' });
    expect(await reader.inspect(join(tree.path, '.env'))).toEqual({ usable: false, reason: 'secret' });
    expect((await scanAll(join(tree.path, 'big.txt'), new FolderReader({ maxBytes: 1 }))).skipped).toEqual({ 'big.txt': 'too-large' });
  });

  it('that cannot be walked fails the scan, so nothing is taken for deleted', async () => {
    await using tree = await makeTree({ 'x.md': 'x' });
    await expect(scanAll(join(tree.path, 'gone'))).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE', retryable: true });
  });

  it('that goes away or is replaced during the scan fails it', async () => {
    await using tree = await makeTree({ 'root/a.md': 'x', 'root/b/c.md': 'x' });
    const root = join(tree.path, 'root');
    const scan = reader.scan(root);
    await scan.next();
    await rename(root, join(tree.path, 'moved'));
    await expect(drain(scan)).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });

    await rename(join(tree.path, 'moved'), root);
    const again = reader.scan(root);
    await again.next();
    await rename(root, join(tree.path, 'moved'));
    await mkdir(root);
    await writeFile(join(root, 'other.md'), 'x');
    await expect(drain(again)).rejects.toThrow(/replaced/);
  });

  it('loses single files during a scan without harm', async () => {
    await using tree = await makeTree(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`d${i.toString()}/x.md`, 'x'])));
    const scan = reader.scan(tree.path);
    await scan.next();
    for (let i = 0; i < 300; i++) await rm(join(tree.path, `d${i.toString()}`), { recursive: true });
    const rest = await drain(scan);
    expect(rest).toBeLessThan(300);
  });
});

async function drain(scan: AsyncIterable<unknown>): Promise<number> {
  const entries: unknown[] = [];
  for await (const entry of scan) entries.push(entry);
  return entries.length;
}
