import { mkdir, realpath, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { makeTree, scanAll } from '../testing/tree.fixture.js';

describe('links in a source', () => {
  it('are followed to files inside it', async () => {
    await using tree = await makeTree({ 'docs/real.md': 'text' });
    await symlink('docs/real.md', join(tree.path, 'linked.md'));
    expect((await scanAll(tree.path)).found).toEqual(['docs/real.md', 'linked.md']);
    expect(await new FolderReader().read(tree.path, 'linked.md')).toMatchObject({ read: true, text: 'text' });
  });

  it('that leave it are left out, by a scan and by a read', async () => {
    await using outer = await makeTree({ 'secret-plan.md': 'no', 'sub/file.md': 'no', 'source/kept.md': 'yes' });
    const root = join(outer.path, 'source');
    await symlink('../secret-plan.md', join(root, 'file.md'));
    await symlink('../sub', join(root, 'folder'));
    await symlink('/etc/passwd', join(root, 'absolute'));
    const { found, skipped } = await scanAll(root);
    expect(found).toEqual(['kept.md']);
    expect(skipped).toEqual({ 'file.md': 'outside', folder: 'outside', absolute: 'outside' });
    const reader = new FolderReader();
    for (const path of ['file.md', 'folder/file.md', 'absolute', '../secret-plan.md', 'x/../../secret-plan.md', '/etc/passwd']) {
      expect(await reader.read(root, path)).toEqual({ read: false, reason: 'outside' });
    }
  });

  it('that lead round in a circle are counted once each', async () => {
    await using tree = await makeTree({ 'a/b/text.md': 'x' });
    await symlink('.', join(tree.path, 'self'));
    await symlink('../..', join(tree.path, 'a/b/up'));
    await symlink('ping', join(tree.path, 'pong'));
    await symlink('pong', join(tree.path, 'ping'));
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['a/b/text.md']);
    expect(skipped).toEqual({ self: 'symlink-loop', 'a/b/up': 'symlink-loop', ping: 'symlink-loop', pong: 'symlink-loop' });
    expect(await new FolderReader().read(tree.path, 'ping')).toEqual({ read: false, reason: 'symlink-loop' });
  });

  it('to folders that are walked anyway add nothing, whatever comes first', async () => {
    await using tree = await makeTree({ 'm/x.md': 'x', 'm/deep/y.md': 'y' });
    await symlink('m', join(tree.path, 'a-link'));
    await symlink('m', join(tree.path, 'z-link'));
    await symlink('../a-link', join(tree.path, 'm/back'));
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['m/deep/y.md', 'm/x.md']);
    expect(skipped).toEqual({ 'a-link/': 'duplicate', 'z-link/': 'duplicate', 'm/back': 'symlink-loop' });
  });

  it('to a folder that is not walked under its own name bring its files in once', async () => {
    await using tree = await makeTree({ 'node_modules/kit/guide.md': 'text', 'node_modules/kit/more/x.md': 'x' });
    await symlink('node_modules/kit', join(tree.path, 'kit'));
    await symlink('node_modules/kit', join(tree.path, 'later-kit'));
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['kit/guide.md', 'kit/more/x.md']);
    expect(skipped['later-kit/']).toBe('duplicate');
    expect(await new FolderReader().read(tree.path, 'kit/more/x.md')).toMatchObject({ read: true, text: 'x' });
  });

  it('to keys, and links to nothing, are left out', async () => {
    await using tree = await makeTree({ '.ssh/id_rsa': 'key' });
    await symlink('.ssh/id_rsa', join(tree.path, 'notes.md'));
    await symlink('.ssh', join(tree.path, 'folder'));
    await symlink('gone.md', join(tree.path, 'broken.md'));
    expect((await scanAll(tree.path)).skipped).toEqual({
      '.ssh/': 'secret',
      'notes.md': 'secret',
      folder: 'secret',
      'broken.md': 'broken-link',
    });
    expect(await new FolderReader().read(tree.path, 'notes.md')).toEqual({ read: false, reason: 'secret' });
    expect(await new FolderReader().read(tree.path, 'folder/id_rsa')).toEqual({ read: false, reason: 'secret' });
  });

  it('may be the source itself', async () => {
    await using tree = await makeTree({ 'real/x.md': 'text' });
    const link = join(tree.path, 'source');
    await symlink('real', link);
    const reader = new FolderReader();
    expect(await reader.inspect(link)).toEqual({ usable: true, location: await realpath(join(tree.path, 'real')) });
  });

  it('are not followed where the source itself became one, or what it lies in', async () => {
    await using tree = await makeTree({ 'private/x.md': 'no', 'private/deep/x.md': 'no', 'share/deep/x.md': 'yes' });
    const [share, deep] = [join(tree.path, 'share'), join(tree.path, 'share/deep')];
    expect((await scanAll(deep)).found).toEqual(['x.md']);
    await rename(share, join(tree.path, 'before'));
    await symlink('private', share);
    for (const place of [share, deep, join(share, 'x.md')]) {
      const reader = new FolderReader();
      await expect(scanAll(place)).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
      const looks = reader.partial.scanPaths(place, { paths: ['x.md'] })[Symbol.asyncIterator]();
      await expect(looks.next()).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
      expect(await reader.read(place, 'x.md')).toEqual({ read: false, reason: 'outside' });
    }
  });

  it('many to one another end', async () => {
    await using tree = await makeTree({ 'x.md': 'x' });
    const names = Array.from({ length: 12 }, (_, i) => `d${i.toString()}`);
    for (const name of names) await mkdir(join(tree.path, name));
    for (const from of names) for (const to of names) await symlink(`../${to}`, join(tree.path, from, `to-${to}`));
    expect((await scanAll(tree.path)).found).toEqual(['x.md']);
  });
});
