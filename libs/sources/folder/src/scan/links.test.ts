import { mkdir, realpath, rename, rm, symlink } from 'node:fs/promises';
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

  it('to folders add nothing: those are walked under their own names', async () => {
    await using tree = await makeTree({ 'm/x.md': 'x', 'm/deep/y.md': 'y' });
    await symlink('m', join(tree.path, 'a-link'));
    await symlink('m', join(tree.path, 'z-link'));
    await symlink('../a-link', join(tree.path, 'm/back'));
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['m/deep/y.md', 'm/x.md']);
    expect(skipped).toEqual({ 'a-link/': 'duplicate', 'z-link/': 'duplicate', 'm/back': 'symlink-loop' });
  });

  it('bring nothing back that is left out by a rule', async () => {
    await using tree = await makeTree({
      '.gitignore': 'private/\n',
      'private/x.md': 'x',
      'node_modules/kit/a.js': 'a',
      '.git/hooks/pre-commit': 'hook',
      'dist/index.html': 'page',
      'sub/.gitignore': 'draft.md\n',
      'sub/draft.md': 'draft',
      'sub/kept.md': 'kept',
      'app.min.js': 'a',
    });
    const links = {
      open: 'private',
      'pub.md': 'private/x.md',
      lib: 'node_modules/kit',
      'a.js': 'node_modules/kit/a.js',
      hooks: '.git/hooks',
      'hook.sh': '.git/hooks/pre-commit',
      site: 'dist',
      'draft.md': 'sub/draft.md',
      'kept.md': 'sub/kept.md',
      'app.js': 'app.min.js',
    };
    for (const [name, target] of Object.entries(links)) await symlink(target, join(tree.path, name));
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['.gitignore', 'kept.md', 'sub/.gitignore', 'sub/kept.md']);
    const ignored = ['open/', 'pub.md', 'lib/', 'a.js', 'hooks/', 'hook.sh', 'site/', 'draft.md'];
    expect(skipped).toMatchObject({ ...Object.fromEntries(ignored.map((path) => [path, 'ignored'])), 'app.js': 'generated' });
  });

  it('to what git-annex keeps are the files as they were added', async () => {
    await using tree = await makeTree({ '.git/annex/objects/X1/Y2/SHA256E-s4--ab.md/SHA256E-s4--ab.md': 'text' });
    await symlink('.git/annex/objects/X1/Y2/SHA256E-s4--ab.md/SHA256E-s4--ab.md', join(tree.path, 'paper.md'));
    expect((await scanAll(tree.path)).found).toEqual(['paper.md']);
  });

  it('are looked at again when what they lead to changes', async () => {
    await using tree = await makeTree({ 'docs/AGENTS.md': 'text', 'other.md': 'x' });
    await symlink('docs/AGENTS.md', join(tree.path, 'CLAUDE.md'));
    const reader = new FolderReader();
    await scanAll(tree.path, reader);
    const reachOf = (paths: readonly string[], location: string) => reader.partial.reachOf(paths, location);
    expect(reachOf(['docs/AGENTS.md'], tree.path)).toEqual(['docs/AGENTS.md', 'CLAUDE.md']);
    expect(reachOf(['docs/.gitignore'], tree.path)).toEqual(['docs', 'CLAUDE.md']);
    expect(reachOf(['other.md'], tree.path)).toEqual(['other.md']);
    await rm(join(tree.path, 'CLAUDE.md'));
    await scanAll(tree.path, reader);
    expect(reachOf(['docs/AGENTS.md'], tree.path)).toEqual(['docs/AGENTS.md']);
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
