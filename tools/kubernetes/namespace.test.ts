import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { podSecurityFaults } from './pod-security.mjs';
import { at, kustomized, Named, templated, VARIANTS, type KubernetesObject, type Variant } from './rendered.js';
import { objectFaults } from './validate-object.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const NAMES = ['small', 'production', 'keda'] as const satisfies readonly Variant[];
const namespace = Named.parse(parse(read('k8s/namespace.yaml')));

const Pod = z.record(z.string(), z.unknown());
const podsOf = (objects: readonly KubernetesObject[]) =>
  objects.filter(({ kind }) => kind === 'Deployment').map((object) => Pod.parse(at(object, 'spec template spec')));

describe('the namespace', () => {
  it('is in no rendering, so that neither helm uninstall nor kubectl delete takes the volumes of Redis and Qdrant with it', (context) => {
    for (const variant of NAMES) {
      const objects = [...kustomized(context, `overlays/${variant}`), ...templated(context, VARIANTS[variant])];
      expect(objects.filter(({ kind }) => kind === 'Namespace')).toEqual([]);
    }
  });

  it('is made by the first command of the page, before its secrets', () => {
    const page = read('docs/deploying.md');
    const made = page.indexOf('kubectl apply -f k8s/namespace.yaml');
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(page.indexOf('create secret generic'));
    expect(page).not.toContain('create namespace');
  });

  it('is kept by Helm, Flux and Argo CD where a chart or an overlay had it and has it no more', () => {
    expect(at(namespace, 'metadata annotations')).toEqual({
      'helm.sh/resource-policy': 'keep',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
    });
  });

  it('fits its schema, has the name of the overlays, and lets restricted pods in alone', async (context) => {
    expect(await objectFaults(namespace)).toEqual([]);
    expect(at(namespace, 'metadata labels pod-security.kubernetes.io/enforce')).toBe('restricted');
    const spaces = new Set(kustomized(context, 'overlays/production').map((object) => at(object, 'metadata namespace')));
    expect([...spaces]).toEqual([namespace.metadata.name]);
  });
});

describe('what the namespace lets in', () => {
  it('are all pods of ours', (context) => {
    for (const variant of NAMES) {
      const pods = podsOf(kustomized(context, `overlays/${variant}`));
      expect(pods).toHaveLength(5);
      expect(pods.flatMap(podSecurityFaults)).toEqual([]);
    }
  });

  it.each([
    [{ hostNetwork: true }, 'the pod shares a namespace of the node'],
    [{ volumes: [{ name: 'root', hostPath: { path: '/' } }] }, 'volume root is of a forbidden kind'],
    [{ containers: [{ name: 'x', securityContext: { privileged: true, runAsUser: 0 } }] }, 'container x: privileged'],
    [
      { containers: [{ name: 'x', securityContext: { capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } } }] },
      'container x: unrestricted',
    ],
  ])('is no pod with %j', (part, fault) => {
    expect(podSecurityFaults({ containers: [], ...part }).join('\n')).toContain(fault);
  });
});
