import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJson } from './file-stamp.mjs';
import { hasDevelopmentDependencies, installedExtent } from './install-state.mjs';

const LOCK = {
  '': { name: 'tributary' },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/vitest': { version: '4.1.0', dev: true },
  'node_modules/binary-of-another-platform': { version: '1.0.0', optional: true },
  'node_modules/@tributary/kernel': { resolved: 'libs/kernel', link: true },
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tributary-install-'));
  mkdirSync(join(root, 'node_modules'));
  write('package-lock.json', { packages: LOCK });
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, content: object): void {
  writeFileSync(join(root, file), JSON.stringify(content));
}

function installed(...names: (keyof typeof LOCK)[]): void {
  write('node_modules/.package-lock.json', { packages: Object.fromEntries(names.map((name) => [name, LOCK[name]])) });
}

describe('installedExtent', () => {
  it('is full when every package of this platform is there', () => {
    installed('node_modules/zod', 'node_modules/vitest', 'node_modules/@tributary/kernel');
    expect(installedExtent(root)).toBe('full');
    expect(hasDevelopmentDependencies(root)).toBe(true);
  });

  it('is production when only development packages are missing', () => {
    installed('node_modules/zod', 'node_modules/@tributary/kernel');
    expect(installedExtent(root)).toBe('production');
    expect(hasDevelopmentDependencies(root)).toBe(false);
  });

  it('is none after an installation that was interrupted: npm writes its record last', () => {
    expect(installedExtent(root)).toBe('none');
  });

  it('is none when a project was added to the lock file and is not linked yet', () => {
    installed('node_modules/zod', 'node_modules/vitest');
    expect(installedExtent(root)).toBe('none');
  });

  it('is none again when the lock file names another version', () => {
    installed('node_modules/zod', 'node_modules/vitest', 'node_modules/@tributary/kernel');
    expect(installedExtent(root)).toBe('full');
    write('package-lock.json', { packages: { ...LOCK, 'node_modules/zod': { version: '4.10.0' } } });
    expect(installedExtent(root)).toBe('none');
  });

  it('answers from its stamp while neither lock file has changed', () => {
    installed('node_modules/zod', 'node_modules/vitest', 'node_modules/@tributary/kernel');
    installedExtent(root);
    const stamp = join(root, 'node_modules/.tributary-install.json');
    writeFileSync(stamp, JSON.stringify({ ...readJson(stamp), extent: 'production' }));
    expect(installedExtent(root)).toBe('production');
  });
});
