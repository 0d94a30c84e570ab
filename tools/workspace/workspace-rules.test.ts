import { describe, expect, it } from 'vitest';
import { lockViolations } from './lock-rules.mjs';
import { manifestViolations } from './manifest-rules.mjs';

const rootManifest = { dependencies: { zod: '4.6.7' }, devDependencies: {} };

function violationsOf(manifest: object): string {
  return manifestViolations([{ directory: 'libs/a', name: '@tributary/a', manifest }], rootManifest).join('\n');
}

describe('the rules for package.json files', () => {
  it('accept one known tag and the versions of the root', () => {
    expect(violationsOf({ nx: { tags: ['type:port'] }, dependencies: { zod: '4.6.7' } })).toBe('');
  });

  it('name a package of the root that nothing needs', () => {
    expect(violationsOf({ nx: { tags: ['type:port'] } })).toBe('package.json: no project depends on zod');
  });

  it.each([
    ['no tag', { nx: { tags: [] } }, 'needs exactly one of these tags'],
    ['two tags', { nx: { tags: ['type:port', 'type:pure'] } }, 'needs exactly one of these tags'],
    ['an unknown tag', { nx: { tags: ['type:anything'] } }, 'type:anything is not one of'],
    ['another version', { nx: { tags: ['type:port'] }, dependencies: { zod: '^4' } }, 'zod must be "4.6.7"'],
    [
      'a package that the root does not list',
      { nx: { tags: ['type:port'] }, devDependencies: { left: '1' } },
      'left is missing in the root',
    ],
    [
      'a version of a workspace project',
      { nx: { tags: ['type:port'] }, dependencies: { '@tributary/a': '0.1.0' } },
      '@tributary/a must be "*"',
    ],
  ])('refuse %s', (_what, manifest, sentence) => {
    expect(violationsOf(manifest)).toContain(sentence);
  });
});

describe('the rules for the lock file', () => {
  const binaries = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map((platform) => `fast-${platform}`);
  const complete: Record<string, object> = {
    'node_modules/fast': { optionalDependencies: Object.fromEntries(binaries.map((name) => [name, '1.0.0'])) },
    ...Object.fromEntries(binaries.map((name) => [`node_modules/${name}`, { version: '1.0.0', optional: true }])),
  };

  it('accept a package with a binary for every platform', () => {
    expect(lockViolations({ packages: complete })).toEqual([]);
  });

  it('name the platform whose binary is not locked', () => {
    const packages = Object.fromEntries(Object.entries(complete).filter(([path]) => path !== 'node_modules/fast-darwin-arm64'));
    expect(lockViolations({ packages })).toEqual(['package-lock.json: node_modules/fast has no binary for darwin-arm64']);
  });

  it('name a package that was locked together with its registry', () => {
    const packages = { 'node_modules/zod': { version: '4.6.7', resolved: 'https://example.org/zod.tgz' } };
    expect(lockViolations({ packages })).toEqual(['package-lock.json: node_modules/zod names the registry it came from']);
  });
});
