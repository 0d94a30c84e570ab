import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { packRelease } from './pack-release.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const Manifest = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});
const Bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(z.object({ name: z.string() })),
});
const read = (path: string) => Manifest.partial().parse(JSON.parse(readFileSync(path, 'utf8')));

/** Puts into the folder what npm would install for the package, and nothing else: links to what is installed here. */
function install(tarball: string, folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', join(folder, 'node_modules')]);
  const place = join(folder, 'node_modules/tributary');
  execFileSync('mv', [join(folder, 'node_modules/package'), place]);
  const { dependencies = {}, optionalDependencies = {} } = read(join(place, 'package.json'));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (name.startsWith('@tributary/')) continue;
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

it(
  'a release is a command that runs in an empty folder from its tarball, with what the package names as its dependencies, and a bill of what it is made of',
  { timeout: 600_000 },
  async () => {
    await using folder = await temporaryFolder();
    const { version, tarball, bill } = packRelease(root, folder.path);
    const empty = join(folder.path, 'empty');
    install(tarball, empty);
    const run = (...args: readonly string[]) =>
      execFileSync(process.execPath, [join(empty, 'node_modules/tributary/tools/release/launcher.mjs'), ...args], {
        cwd: empty,
        encoding: 'utf8',
        env: { TRIBUTARY_DATA__FOLDER: join(empty, 'data') },
      });
    expect(run('--version')).toBe(`${version}\n`);
    writeFileSync(join(empty, 'note.md'), '# Lamps\n\nThe lamp is lit at dusk.\n');
    writeFileSync(join(empty, 'lamp.ts'), 'export function lightTheLamp(): void {}\n');
    run('index', 'note.md', 'lamp.ts', '--collection', 'notes');
    expect(run('search', 'when is the lamp lit')).toContain('The lamp is lit at dusk.');
    expect(run('search', 'lightTheLamp')).toContain('lamp.ts');
    const { metadata, components } = Bill.parse(JSON.parse(readFileSync(bill, 'utf8')));
    expect(metadata.component).toMatchObject({ name: 'tributary', version });
    const parts = components.map(({ name }) => name);
    expect(parts).toEqual(expect.arrayContaining(['bullmq', 'zod']));
    expect(parts).not.toContain('vitest');
  },
);

it('has one version in every project', () => {
  const { version } = read(join(root, 'package.json'));
  const places = execFileSync('git', ['ls-files', 'apps/*/package.json', 'libs/**/package.json'], { cwd: root, encoding: 'utf8' });
  for (const place of places.trimEnd().split('\n')) expect(read(join(root, place)).version, place).toBe(version);
});
