import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { podSecurityFaults } from './pod-security.mjs';
import { at, merged, Values } from './rendered.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

const Copies = z.object({ replication_factor: z.number(), write_consistency_factor: z.number() });
const Compose = z.object({
  services: z.object({ qdrant: z.object({ volumes: z.array(z.string()) }) }),
  volumes: z.record(z.string(), z.unknown()),
});

/** What the pods of the chart qdrant/qdrant have unless values say otherwise. */
const QDRANT_DEFAULTS = {
  image: { useUnprivilegedImage: false },
  updateVolumeFsOwnership: true,
  containerSecurityContext: {
    runAsNonRoot: true,
    runAsUser: 1000,
    runAsGroup: 2000,
    allowPrivilegeEscalation: false,
    privileged: false,
    readOnlyRootFilesystem: true,
  },
  podSecurityContext: { fsGroup: 3000, fsGroupChangePolicy: 'Always' },
};

/** The pod as the chart makes it; its first container changes owners as root, without a security context of its own. */
function qdrantPod(values: Values) {
  const { updateVolumeFsOwnership, containerSecurityContext, podSecurityContext } = merged(QDRANT_DEFAULTS, values);
  const initContainers = updateVolumeFsOwnership === true ? [{ name: 'ensure-dir-ownership' }] : [];
  return {
    initContainers,
    containers: [{ name: 'qdrant', securityContext: containerSecurityContext }],
    securityContext: podSecurityContext,
  };
}

describe('the pods of the stores', () => {
  it('of Qdrant are let in with our values, and not without', () => {
    const values = Values.parse(parse(read('k8s/values/qdrant.yaml')));
    expect(podSecurityFaults(qdrantPod(values))).toEqual([]);
    expect(at(values, 'image useUnprivilegedImage')).toBe(true);
    expect(podSecurityFaults(qdrantPod({}))).toEqual([
      'container ensure-dir-ownership: allowPrivilegeEscalation != false',
      'container ensure-dir-ownership: unrestricted capabilities',
      'container ensure-dir-ownership: runAsNonRoot != true',
      'container ensure-dir-ownership: seccompProfile',
      'container qdrant: unrestricted capabilities',
      'container qdrant: seccompProfile',
    ]);
  });

  it('of Qdrant keep their snapshots, and a write needs fewer copies than there are', () => {
    const values = Values.parse(parse(read('k8s/values/qdrant.yaml')));
    expect(at(values, 'snapshotPersistence enabled')).toBe(true);
    const copies = Copies.parse(at(values, 'config storage collection'));
    expect(copies.write_consistency_factor).toBeLessThan(copies.replication_factor);
    const advised = [...read('docs/deploying.md').matchAll(/`replication_factor: (\d+)`[^`]*`write_consistency_factor: (\d+)`/g)];
    expect(advised.length).toBeGreaterThan(0);
    for (const [words, kept, needed] of advised) expect(Number(needed), words).toBeLessThan(Number(kept));
  });

  it('of Qdrant, in compose, keep their snapshots with their data', () => {
    const { services, volumes } = Compose.parse(parse(read('docker/compose.yaml'), { merge: true }));
    const kept = services.qdrant.volumes.map((volume) => volume.split(':'));
    expect(kept.map(([, path]) => path)).toEqual(['/qdrant/storage', '/qdrant/snapshots']);
    for (const [name = ''] of kept) expect(Object.keys(volumes)).toContain(name);
  });
});
