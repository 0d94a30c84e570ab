// Infers a `test` target for every project: the one Vitest configuration of the root, limited to the project's folder.
import { dirname } from 'node:path';

/** As Nx wants it: a glob, and what the files it finds stand for. */
export const createNodesV2 = [
  '{apps,libs}/**/package.json',
  (manifests) => manifests.map((manifest) => [manifest, { projects: { [dirname(manifest)]: testTarget(dirname(manifest)) } }]),
];

function testTarget(directory) {
  return {
    targets: {
      test: {
        command: `vitest run ${directory}/ --passWithNoTests`,
        cache: true,
        inputs: ['default', '^production', '{workspaceRoot}/vitest.config.ts', '{workspaceRoot}/tools/vitest/**/*'],
        outputs: [],
      },
    },
  };
}
