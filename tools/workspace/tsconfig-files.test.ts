import { describe, expect, it } from 'vitest';
import { expectedFiles } from './tsconfig-files.mjs';

const port = {
  directory: 'libs/engines/port',
  name: '@tributary/engines-port',
  manifest: { exports: { './conformance': {} }, dependencies: { zod: '4' } },
};
const adapter = {
  directory: 'libs/engines/embedded',
  name: '@tributary/engines-embedded',
  manifest: { dependencies: { '@tributary/engines-port': '*' }, devDependencies: { '@tributary/testing': '*' } },
};
const testing = { directory: 'libs/testing', name: '@tributary/testing', manifest: {} };

const files = expectedFiles([port, adapter, testing]);

function contentOf(file: string): unknown {
  return JSON.parse(files[file] ?? '{}');
}

describe('the tsconfig files', () => {
  it('reference the dependencies of what runs', () => {
    expect(contentOf('libs/engines/embedded/tsconfig.lib.json')).toHaveProperty('references', [{ path: '../port/tsconfig.lib.json' }]);
  });

  it('reference what tests need beyond that, and the suites of the ports', () => {
    expect(contentOf('libs/engines/embedded/tsconfig.spec.json')).toHaveProperty('references', [
      { path: './tsconfig.lib.json' },
      { path: '../port/tsconfig.lib.json' },
      { path: '../../testing/tsconfig.lib.json' },
      { path: '../port/tsconfig.spec.json' },
    ]);
  });

  it('list every project in the root, and what runs in the build', () => {
    const everything = ['./libs/engines/port', './libs/engines/embedded', './libs/testing', './tools'];
    expect(contentOf('tsconfig.json')).toHaveProperty(
      'references',
      everything.map((path) => ({ path })),
    );
    const runs = everything.slice(0, 3).map((path) => ({ path: `${path}/tsconfig.lib.json` }));
    expect(contentOf('tsconfig.build.json')).toHaveProperty('references', runs);
  });
});
