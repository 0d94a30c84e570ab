import { hasDockerEngine } from '@tributary/testing';
import { beforeAll, describe, it } from 'vitest';
import { describeScenarios } from './describe-scenarios.ts';
import { buildImages, openContainerPlace } from './places/container-place.ts';

/** The oldest that is promised, and the newest. */
const QDRANT_VERSIONS = ['v1.17.0', 'v1.19.0'];
const BUILD_MS = 3_600_000;

if (hasDockerEngine()) {
  describe('images', () => {
    beforeAll(buildImages, BUILD_MS);
    for (const version of QDRANT_VERSIONS)
      describeScenarios(`containers with Qdrant ${version}`, { documents: 1000, openPlace: () => openContainerPlace(version) });
  });
} else {
  describe('a deployment in containers', () => {
    it('is not tried here', (context) =>
      context.skip('no Docker engine answers (a client alone is none); npm test runs the same scenarios over local servers'));
  });
}
