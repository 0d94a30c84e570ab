import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isOpen } from './reach.mjs';
import { at, comparable, overlaid, overlaidBy, templated, type KubernetesObject } from './rendered.js';
import { objectFaults } from './validate-object.mjs';

const APPS = ['mcp-gateway', 'search-federation', 'ingest-worker-local', 'ingest-worker-web', 'embedder'];
const ASKERS = APPS.filter((app) => app !== 'search-federation');
const MODEL_SERVER = { 'app.kubernetes.io/name': 'model-server' };

type Labels = Readonly<Record<string, string>>;
const pod = (labels: Labels, namespace = 'tributary') => ({ namespace, labels: { ...labels } });
const ours = (name: string) => pod({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'tributary' });

/** Which services reach a peer. */
function reaching(objects: readonly KubernetesObject[], to: Parameters<typeof isOpen>[1]['to'], port: number): string[] {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  return APPS.filter((app) => isOpen(policies, { from: ours(app), to, port, namespace: 'tributary' }));
}

/** What the component model-server is in the chart. */
const PROVIDER = [{ to: [{ podSelector: { matchLabels: MODEL_SERVER } }], ports: [{ port: 8080, protocol: 'TCP' }] }];

describe('the component model-server', () => {
  it('opens the way to the server of a model for all who ask it, at both ends', (context) => {
    const objects = overlaid(context, 'small', ['model-server']);
    expect(reaching(objects, pod(MODEL_SERVER), 8080)).toEqual(ASKERS);
    expect(reaching(objects, pod(MODEL_SERVER), 22)).toEqual([]);
    expect(reaching(objects, pod({ 'app.kubernetes.io/name': 'other' }), 8080)).toEqual([]);
    expect(reaching(overlaid(context, 'small', []), pod(MODEL_SERVER), 8080)).toEqual([]);
  });

  it('is network.provider of the chart', async (context) => {
    const fromKustomize = comparable(overlaid(context, 'small', ['model-server']));
    const objects = templated(context, [], { network: { provider: PROVIDER } });
    expect(comparable(objects)).toEqual(fromKustomize);
    expect((await Promise.all(objects.map(objectFaults))).flat()).toEqual([]);
  });

  it('opens, in the chart, a way out to a server elsewhere for all who ask it', (context) => {
    const elsewhere = [{ to: [{ ipBlock: { cidr: '203.0.113.7/32' } }], ports: [{ port: 8443, protocol: 'TCP' }] }];
    const objects = templated(context, [], { network: { provider: elsewhere } });
    expect(reaching(objects, { address: '203.0.113.7' }, 8443)).toEqual(ASKERS);
  });
});

describe('the component model-files', () => {
  it('mounts the files of models in every service, as models of the chart does', async (context) => {
    const objects = overlaid(context, 'small', ['model-files']);
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(5);
    for (const deployment of deployments) {
      const { name } = deployment.metadata;
      const mounts = at(deployment, 'spec template spec containers 0 volumeMounts');
      expect([name, mounts]).toEqual([name, expect.arrayContaining([{ name: 'models', mountPath: '/models', readOnly: true }])]);
    }
    const models = { persistentVolumeClaim: { claimName: 'models', readOnly: true } };
    expect(comparable(templated(context, [], { models }))).toEqual(comparable(objects));
    expect((await Promise.all(objects.map(objectFaults))).flat()).toEqual([]);
  });
});

describe('an overlay as docs/deploying.md has it', () => {
  const ownImages = (objects: readonly KubernetesObject[]) =>
    objects.filter(({ kind }) => kind === 'Deployment').map((object) => at(object, 'spec template spec containers 0 image'));

  it('takes its images from a registry, replaces the configuration, and gives the key of a model to all who ask it', async (context) => {
    const page = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
    const [, example = ''] = /### An overlay of your own\n\n```yaml\n(.*?)```/s.exec(page) ?? [];
    const objects = overlaidBy(context, { text: example, clone: '../tributary/k8s/', files: { 'tributary.yaml': 'primary: mine\n' } });
    expect(ownImages(objects)).toHaveLength(5);
    for (const image of ownImages(objects)) expect(image).toMatch(/^registry\.example\/tributary\//);
    expect(objects.filter(({ kind }) => kind === 'ConfigMap').map((object) => at(object, 'data'))).toEqual([
      { 'tributary.yaml': 'primary: mine\n' },
    ]);
    const sources = objects
      .flatMap((object) => at(object, 'spec template spec volumes') ?? [])
      .filter((volume) => at(volume, 'name') === 'sources');
    const documents = { name: 'sources', persistentVolumeClaim: { claimName: 'documents', readOnly: true } };
    expect(sources).toEqual([documents, documents]);
    const withKey = objects.filter((object) => JSON.stringify(object).includes('MODELS__SERVED__API_KEY_FILE'));
    expect(withKey.map(({ metadata }) => metadata.name).sort()).toEqual(ASKERS.toSorted());
    for (const object of withKey)
      expect(at(object, 'spec template spec volumes 1 secret items')).toContainEqual({ key: 'model-api-key', path: 'model-api-key' });
    expect((await Promise.all(objects.map(objectFaults))).flat()).toEqual([]);
  });

  it('has what the chart makes of services.<name>.secrets and env', (context) => {
    const name = 'TRIBUTARY_MODELS__SERVED__API_KEY_FILE';
    const embedder = { secrets: ['model-api-key'], env: { [name]: '/run/secrets/tributary/model-api-key' } };
    const made = comparable(templated(context, [], { services: { embedder } }))['Deployment embedder'];
    expect(at(made, 'spec template spec containers 0 env')).toContainEqual({ name, value: '/run/secrets/tributary/model-api-key' });
    expect(at(made, 'spec template spec volumes 1 secret items')).toContainEqual({ key: 'model-api-key', path: 'model-api-key' });
  });
});

describe('the folders that are indexed', () => {
  it('are the volume that is given, in the worker that reads them and in the gateway', async (context) => {
    const documents = { persistentVolumeClaim: { claimName: 'documents', readOnly: true } };
    const readers = ['ingest-worker-local', 'mcp-gateway'];
    const services = Object.fromEntries(readers.map((name) => [name, { sources: documents }]));
    const objects = templated(context, [], { services });
    const volumes = objects
      .filter(({ kind, metadata }) => kind === 'Deployment' && readers.includes(metadata.name))
      .map((object) => at(object, 'spec template spec volumes 4'));
    expect(volumes).toEqual([
      { name: 'sources', ...documents },
      { name: 'sources', ...documents },
    ]);
    expect((await Promise.all(objects.map(objectFaults))).flat()).toEqual([]);
  });
});

describe('other ways of the chart', () => {
  it('are open for the services they name, and no others', async (context) => {
    const to = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'rerankers' } } }];
    const reranker = { from: ['search-federation', 'mcp-gateway'], egress: [{ to, ports: [{ port: 8080, protocol: 'TCP' }] }] };
    const objects = templated(context, [], { network: { ways: { reranker } } });
    expect(reaching(objects, pod({}, 'rerankers'), 8080)).toEqual(['mcp-gateway', 'search-federation']);
    expect((await Promise.all(objects.map(objectFaults))).flat()).toEqual([]);
  });
});
