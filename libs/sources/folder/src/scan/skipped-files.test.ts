import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { addFiles, makeTree, scanAll, unprivileged } from '../testing/tree.fixture.js';

describe('files that are no documents', () => {
  it('are left out by a reason when their name tells that they are binary', async () => {
    await using tree = await makeTree({
      'a.PNG': 'x',
      'b.tar.gz': 'x',
      'c.pdf': 'x',
      'model.onnx': 'x',
      'notes.md': 'x',
      png: 'x',
      '.gz': 'x',
    });
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['.gz', 'notes.md', 'png']);
    expect(skipped).toEqual({ 'a.PNG': 'binary', 'b.tar.gz': 'binary', 'c.pdf': 'binary', 'model.onnx': 'binary' });
    expect(await new FolderReader().read(tree.path, 'a.PNG')).toEqual({ read: false, reason: 'binary' });
  });

  it('are left out as secret when they hold keys, wherever they stand and whatever the rules say', async () => {
    await using tree = await makeTree({
      '.gitignore': '!.env\n!*.pem\n!.ssh/',
      '.env': 'TOKEN=1',
      '.env.production': 'TOKEN=1',
      'deploy/prod.env': 'TOKEN=1',
      '.env.example': 'TOKEN=',
      '.ssh/config': 'Host',
      'home/.gnupg/pubring': 'x',
      'cert.pem': '---',
      'server.KEY': '---',
      id_ed25519: 'x',
      'id_ed25519.pub': 'ssh-ed25519',
      '.npmrc': '_authToken=1',
      'home/.docker/config.json': '{"auths":{}}',
      '.docker/nginx.conf': 'x',
      'docker/config.json': '{}',
    });
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['.docker/nginx.conf', '.env.example', '.gitignore', 'docker/config.json', 'id_ed25519.pub']);
    expect(new Set(Object.values(skipped))).toEqual(new Set(['secret']));
    for (const path of Object.keys(skipped).filter((name) => !name.endsWith('/'))) {
      expect(await new FolderReader().read(tree.path, path)).toEqual({ read: false, reason: 'secret' });
    }
    expect(await new FolderReader().read(tree.path, '.ssh/config')).toEqual({ read: false, reason: 'secret' });
    expect(await new FolderReader().inspect(join(tree.path, '.ssh'))).toEqual({ usable: false, reason: 'secret' });
  });

  it('are told from what is written about keys and environments, and from samples', async () => {
    const written = [
      'id_rsa rotation.md',
      'id_ecdsa_test.go',
      'id_ed25519_sk.ts',
      '.env.ts',
      '.env.d.ts',
      '.env.md',
      'template.env',
      'sample.env',
    ];
    const secret = ['id_rsa.bak', 'id_ed25519_sk', 'id_rsa.txt', '.env.local', '.env.sh', '.env.yaml', '.env.local.php', 'default.env'];
    await using tree = await makeTree(Object.fromEntries([...written, ...secret].map((path) => [path, 'x'])));
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(written.sort());
    expect(skipped).toEqual(Object.fromEntries(secret.map((path) => [path, 'secret'])));
  });

  it('are told from documents of the same ending by what they hold: AsciiDoc from armoured keys', async () => {
    await using tree = await makeTree({
      'book/intro.asc': '= About\n\nIt begins here.\n',
      'key.asc': '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ==\n',
      'signed.asc': '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nAll is well.\n',
    });
    expect((await scanAll(tree.path)).found).toEqual(['book/intro.asc', 'key.asc', 'signed.asc']);
    const reader = new FolderReader();
    expect(await reader.read(tree.path, 'book/intro.asc')).toMatchObject({ read: true, type: 'doc', lang: 'asciidoc' });
    expect(await reader.read(tree.path, 'key.asc')).toEqual({ read: false, reason: 'secret' });
    expect(await reader.read(tree.path, 'signed.asc')).toMatchObject({ read: true });
  });

  it('are told as generated when they are bundles, whatever their names', async () => {
    const line = 'const a=1;'.repeat(10_000);
    await using tree = await makeTree({
      'static/js/main.3f2b1c.js': `/*! licence */\n${line}`,
      'main.css': `${'.a{b:c}'.repeat(20_000)}\n`,
      'viewer.js': `/*! licence */\n${`${'a.b(c);'.repeat(80)}\n`.repeat(10)}`,
      'own.js': 'const a = 1;\n'.repeat(10_000),
      'icon.ts': `export const icon =\n  '${'A'.repeat(100_000)}';\n${'const a = 1;\n'.repeat(10_000)}`,
      'data.json': `[${'1,'.repeat(60_000)}1]`,
      'dump.sql': `INSERT INTO a VALUES ${'(1),'.repeat(30_000)}(1);`,
    });
    const reader = new FolderReader();
    for (const path of ['static/js/main.3f2b1c.js', 'main.css', 'viewer.js'])
      expect(await reader.read(tree.path, path)).toEqual({ read: false, reason: 'generated' });
    for (const path of ['own.js', 'icon.ts', 'data.json', 'dump.sql'])
      expect(await reader.read(tree.path, path)).toMatchObject({ read: true });
  });

  it('are left out as old versions that programs keep, unless a rule brings them back', async () => {
    const old = ['.stversions/a~20240101.md', 'vault/logseq/bak/b.md', 'logseq/.recycle/c.md', 'd.md~'];
    await using tree = await makeTree({
      ...Object.fromEntries(old.map((path) => [path, 'x'])),
      'logseq/config.edn': '{}',
      'bak/e.md': 'x',
    });
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['bak/e.md', 'logseq/config.edn']);
    expect(Object.values(skipped)).toEqual(Array.from({ length: 4 }, () => 'old-version'));
    await addFiles(tree.path, { '.tributaryignore': '!*~\n' });
    expect((await scanAll(tree.path)).found).toContain('d.md~');
  });

  it('are left out in bins and snapshots, and where programs keep them beside others, unless a rule brings them back', async () => {
    const bins = [
      '.Trash-1000/files/c.md',
      '.Trashes/501/c.md',
      '$RECYCLE.BIN/S-1/c.md',
      '.trash/c.md',
      '#recycle/c.md',
      'lost+found/c.md',
    ];
    const old = [...bins, '.snapshot/hourly.0/c.md', 'deep/.snapshots/1/c.md', '.fuse_hidden0001', '.nfs0001'];
    const beside = ['#notes.md#', '.~lock.a.odt#', '~$a.md', '.goutputstream-A1', 'a.md.kate-swp', 'a.md.crswap', '.syncthing.a.md.tmp'];
    const more = ['film.md.part', 'b.md.crdownload', '._a.md', '.AppleDouble/a.md', '@eaDir/a.md'];
    const kept = ['# heading.md', '.nfsrc', 'a~b.md', 'a.md', 'parts/part.md', 'recycle/a.md', 'snapshot/a.md', 'trash/a.md'];
    await using tree = await makeTree(Object.fromEntries([...old, ...beside, ...more, ...kept].map((path) => [path, 'x'])));
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(kept.toSorted());
    const reasons = Object.values(skipped);
    expect(reasons.filter((reason) => reason === 'old-version')).toHaveLength(old.length);
    expect(reasons.filter((reason) => reason === 'generated')).toHaveLength(beside.length + more.length);
    await addFiles(tree.path, { '.tributaryignore': '!.trash/\n!*.part\n' });
    expect((await scanAll(tree.path)).found).toEqual(expect.arrayContaining(['.trash/c.md', 'film.md.part']));
  });

  it('are left out over the size limit without being read: a file of 1 GB costs nothing', async () => {
    await using tree = await makeTree({ 'small.md': 'x' });
    const huge = await open(join(tree.path, 'huge.log'), 'w');
    await huge.truncate(1024 ** 3);
    await huge.close();
    const before = process.memoryUsage().rss;
    expect((await scanAll(tree.path)).skipped).toEqual({ 'huge.log': 'too-large' });
    expect(await new FolderReader().read(tree.path, 'huge.log')).toEqual({ read: false, reason: 'too-large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2);
    expect((await scanAll(tree.path, new FolderReader({ maxBytes: 0 }))).skipped['small.md']).toBe('too-large');
  });

  it('are left out when they are pipes or sockets, and a read does not wait for them', async () => {
    await using tree = await makeTree({ 'x.md': 'x' });
    execFileSync('/usr/bin/mkfifo', [join(tree.path, 'pipe.md')]);
    const server = createServer().listen(join(tree.path, 'socket.md'));
    await once(server, 'listening');
    try {
      expect((await scanAll(tree.path)).skipped).toEqual({ 'pipe.md': 'not-a-file', 'socket.md': 'not-a-file' });
      const reader = new FolderReader();
      expect(await reader.read(tree.path, 'pipe.md')).toEqual({ read: false, reason: 'not-a-file' });
      expect(await reader.read(tree.path, 'socket.md')).toEqual({ read: false, reason: 'not-a-file' });
      expect(await reader.inspect(join(tree.path, 'pipe.md'))).toEqual({ usable: false, reason: 'not-a-folder' });
    } finally {
      server.close();
    }
  });

  it('are counted as unreadable when the rights are missing, and the rest is read', async () => {
    await using tree = await makeTree({ 'closed/x.md': 'x', 'closed.md': 'x', 'open.md': 'x' });
    await chmod(join(tree.path, 'closed'), 0o000);
    await chmod(join(tree.path, 'closed.md'), 0o000);
    await unprivileged(async () => {
      const { found, skipped } = await scanAll(tree.path);
      expect(found).toEqual(['closed.md', 'open.md']);
      expect(skipped).toEqual({ 'closed/': 'unreadable' });
      expect(await new FolderReader().read(tree.path, 'closed.md')).toEqual({ read: false, reason: 'unreadable' });
      expect(await new FolderReader().inspect(join(tree.path, 'closed'))).toEqual({ usable: false, reason: 'unreadable' });
    });
    await chmod(join(tree.path, 'closed'), 0o755);
  });
});
