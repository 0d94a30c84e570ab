import { describe, expect, it } from 'vitest';
import { POLICIES } from './policies.mjs';
import { findHelm } from './programs.mjs';
import { chartFolder, comparable, kustomized, templated, VARIANTS, withAt, type KubernetesObject, type Variant } from './rendered.js';
import { objectFaults } from './validate-object.mjs';

const NAMES = ['small', 'production', 'keda'] as const satisfies readonly Variant[];
const POD = 'spec template spec';
const NO_HELM = 'neither helm nor its library for Python is here';
const CONTAINER = `${POD} containers 0`;

const policyFaults = (objects: readonly KubernetesObject[]): string[] => Object.values(POLICIES).flatMap((policy) => policy(objects));

describe.each(NAMES)('the manifests of %s', (variant) => {
  it('fit the schemas of Kubernetes and KEDA, and name no unknown field', async (context) => {
    const objects = kustomized(context, `overlays/${variant}`);
    expect(objects.length).toBeGreaterThan(20);
    expect((await Promise.all(objects.map(objectFaults))).flat()).toEqual([]);
  });

  it('keep every policy', (context) => {
    expect(policyFaults(kustomized(context, `overlays/${variant}`))).toEqual([]);
  });

  it('are the same from kustomize and from Helm, object by object', (context) => {
    const fromHelm = comparable(templated(context, VARIANTS[variant]));
    const fromKustomize = comparable(kustomized(context, `overlays/${variant}`));
    expect(Object.keys(fromHelm).sort()).toEqual(Object.keys(fromKustomize).sort());
    for (const [key, object] of Object.entries(fromKustomize)) expect([key, fromHelm[key]]).toEqual([key, object]);
  });
});

describe('the chart', () => {
  it('passes helm lint', (context) => {
    const helm = findHelm();
    if (helm === undefined) return context.skip(NO_HELM);
    expect(helm.lint(chartFolder())).toContain('icon is recommended');
  });

  it('refuses a kind of autoscaling that it does not know', (context) => {
    if (findHelm() === undefined) return context.skip(NO_HELM);
    expect(() => templated(context, [], { autoscaling: { kind: 'magic' } })).toThrow('autoscaling.kind is one of none, hpa, keda');
  });
});

/** A control, where it is, what is there when it is gone, and what is said then. */
const REMOVALS: readonly (readonly [path: string, value: unknown, fault: RegExp])[] = [
  [`${POD} securityContext runAsNonRoot`, undefined, /may run as root/],
  [`${POD} securityContext runAsUser`, 0, /names no user/],
  [`${POD} securityContext seccompProfile`, undefined, /no seccomp profile/],
  [`${POD} hostNetwork`, true, /shares something of the node/],
  [`${POD} hostPID`, true, /shares something of the node/],
  [`${POD} volumes 0`, { name: 'x', hostPath: { path: '/' } }, /mounts a path of the node/],
  [`${CONTAINER} securityContext allowPrivilegeEscalation`, undefined, /may gain rights/],
  [`${CONTAINER} securityContext readOnlyRootFilesystem`, undefined, /can write to its image/],
  [`${CONTAINER} securityContext capabilities`, undefined, /keeps capabilities/],
  [`${CONTAINER} securityContext capabilities`, { drop: ['ALL'], add: ['NET_RAW'] }, /keeps capabilities/],
  [`${CONTAINER} securityContext privileged`, true, /is privileged/],
  [`${CONTAINER} resources requests`, undefined, /does not say what it needs/],
  [`${CONTAINER} resources limits`, undefined, /may take all memory/],
  [`${POD} automountServiceAccountToken`, undefined, /mounts a token/],
  [`${POD} serviceAccountName`, undefined, /uses the default service account/],
  [`${CONTAINER} image`, 'tributary/embedder:latest', /has no version/],
  [`${CONTAINER} env 0`, { name: 'TRIBUTARY_SERVER__TOKEN', value: 'x' }, /is written down/],
  [`${CONTAINER} readinessProbe httpGet path`, '/health/live', /readinessProbe does not ask/],
  [`${CONTAINER} livenessProbe httpGet path`, '/health/ready', /livenessProbe does not ask/],
  [`${CONTAINER} startupProbe`, undefined, /startupProbe does not ask/],
  [`${CONTAINER} ports 0 name`, 'other', /does not ask .* at a port of the container/],
  [`${POD} terminationGracePeriodSeconds`, 29, /is killed before it has drained/],
  [`${CONTAINER} lifecycle`, { preStop: { exec: { command: ['sleep', '5'] } } }, /no program for preStop/],
  [`${POD} topologySpreadConstraints`, [], /may run on one node/],
  ['spec strategy', undefined, /fewer pods while it is rolled out/],
  ['spec selector matchLabels app.kubernetes.io/name', 'x', /does not select its own pods/],
];

describe('a policy', () => {
  it('refuses manifests without each control', (context) => {
    const objects = kustomized(context, 'overlays/production');
    expect(policyFaults(objects)).toEqual([]);
    for (const [path, value, fault] of REMOVALS) {
      const isMeant = ({ kind, metadata }: KubernetesObject) => kind === 'Deployment' && metadata.name === 'embedder';
      const changed = objects.map((object) => (isMeant(object) ? withAt(object, path, value) : object));
      expect([path, policyFaults(changed).join('\n')]).toEqual([path, expect.stringMatching(fault)]);
    }
  });

  it('refuses workers that are not bound to what they can reach', (context) => {
    const objects = kustomized(context, 'overlays/production');
    const changed = (name: string, path: string, value: unknown) =>
      policyFaults(
        objects.map((object) => (object.kind === 'Deployment' && object.metadata.name === name ? withAt(object, path, value) : object)),
      );
    expect(changed('ingest-worker-web', `${CONTAINER} env`, [])).toEqual([
      'no worker is bound to web sources',
      'ingest-worker-web takes jobs of every kind of source',
    ]);
    expect(changed('ingest-worker-web', `${CONTAINER} volumeMounts 0`, { name: 'sources', mountPath: '/sources' })).toEqual([
      'ingest-worker-web reads web sources and sees folders',
    ]);
    expect(changed('ingest-worker-local', `${CONTAINER} volumeMounts`, [])).toEqual([
      'ingest-worker-local reads local sources and does not see folders',
    ]);
  });

  it('refuses secrets that are written down, and a deployment without a budget', (context) => {
    const objects = kustomized(context, 'overlays/production');
    const config = (text: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { 'tributary.yaml': text } });
    expect(policyFaults([...objects, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }])).toEqual(['Secret s is written down']);
    expect(policyFaults([...objects, config('engines:\n  main:\n    api_key: abc')])).toEqual([
      'ConfigMap c: tributary.yaml holds a secret',
    ]);
    expect(policyFaults([...objects, config('url: redis://:pass@redis:6379')])).toEqual(['ConfigMap c: tributary.yaml holds a secret']);
    const withoutBudgets = objects.filter(({ kind }) => kind !== 'PodDisruptionBudget');
    expect(policyFaults(withoutBudgets)).toContain('embedder has no disruption budget');
  });

  it('of the schemas refuses a field that nobody knows, a wrong type and a missing one', async (context) => {
    const deployments = kustomized(context, 'overlays/small')
      .filter(({ kind }) => kind === 'Deployment')
      .slice(0, 1);
    const changes: readonly [string, unknown, RegExp][] = [
      [`${CONTAINER} imagee`, 'x', /containers\/0\/imagee is unknown to the schema/],
      ['spec replicas', '3', /\/spec\/replicas .*integer/],
      ['spec selector', undefined, /\/spec .*selector/],
    ];
    expect(deployments).toHaveLength(1);
    for (const [path, value, fault] of changes) {
      const faults = await Promise.all(deployments.map((deployment) => objectFaults(withAt(deployment, path, value))));
      expect(faults.flat().join('\n')).toMatch(fault);
    }
  });
});
