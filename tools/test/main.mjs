import { join } from 'node:path';
import { runChild, withNodeFirst } from '../node/run-child.mjs';
import { prepare } from '../prepare/prepare.mjs';

/** Child processes and worker threads of tests run the built code, so tests start with a build. */
export async function test(root, given) {
  const { nodePath, phases } = await prepare(root, { extent: 'full', log: console.error });
  if (phases.length > 0) console.error(phases.join(' · '));
  const isLong = given.includes('--long');
  const inContainers = given.includes('--containers');
  const filters = given.filter((argument) => argument !== '--long' && argument !== '--containers');
  return runChild(nodePath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...filters], {
    cwd: root,
    env: {
      ...withNodeFirst(nodePath),
      ...(isLong ? { TRIBUTARY_TEST_LONG: '1' } : {}),
      ...(inContainers ? { TRIBUTARY_TEST_CONTAINERS: '1' } : {}),
      ...(filters.length === 0 && !inContainers ? { TRIBUTARY_TEST_WHOLE: '1' } : {}),
    },
  });
}
