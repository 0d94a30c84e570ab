import { describe, expect, it } from 'vitest';
import { isOpen } from './reach.mjs';
import { kustomized, type KubernetesObject } from './rendered.js';

const NAMESPACE = 'tributary';
const APPS = ['mcp-gateway', 'search-federation', 'ingest-worker-local', 'ingest-worker-web', 'embedder'];
const PUBLIC = { address: '93.184.216.34' };
const PUBLIC6 = { address: '2606:2800:220:1::1' };
const INTERNAL = ['10.96.0.1', '172.20.1.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '127.0.0.1', 'fd00::1', 'fe80::1'].map(
  (address) => ({
    address,
  }),
);

const ours = (name: string) => ({
  namespace: NAMESPACE,
  labels: { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'tributary' },
});
const store = (name: string) => ({ namespace: NAMESPACE, labels: { 'app.kubernetes.io/name': name } });
const foreign = (namespace: string, labels: Record<string, string> = {}) => ({ namespace, labels });
/** NodeLocal DNSCache, and Cloud DNS of GKE: no pods, but addresses of the node. */
const LOCAL_DNS = ['169.254.20.10', '169.254.169.254'].map((address) => ({ address }));
const DNS = foreign('kube-system', { 'k8s-app': 'kube-dns' });

type Peer = Parameters<typeof isOpen>[1]['from'];

function ways(policies: readonly KubernetesObject[]) {
  return (from: Peer, to: Peer, port: number) =>
    isOpen(policies, { from, to, port, protocol: port === 53 ? 'UDP' : 'TCP', namespace: NAMESPACE });
}

const policiesOf = (objects: readonly KubernetesObject[]) => objects.filter(({ kind }) => kind === 'NetworkPolicy');

describe('the network policies', () => {
  it('open the ways of every service to Redis, the engine and names, and no other of these', (context) => {
    const open = ways(policiesOf(kustomized(context, 'overlays/production')));
    for (const app of APPS) {
      expect([app, open(ours(app), store('redis'), 6379), open(ours(app), store('qdrant'), 6333)]).toEqual([app, true, true]);
      expect([app, open(ours(app), DNS, 53)]).toEqual([app, true]);
      expect([app, LOCAL_DNS.map((address) => open(ours(app), address, 53))]).toEqual([app, [true, true]]);
      expect([app, LOCAL_DNS.map((address) => open(ours(app), address, 80))]).toEqual([app, [false, false]]);
      expect([app, open(ours(app), store('redis'), 22), open(ours(app), store('qdrant'), 6335)]).toEqual([app, false, false]);
    }
    expect(open(store('qdrant'), store('qdrant'), 6335)).toBe(true);
    expect(open(store('qdrant'), store('redis'), 6379)).toBe(false);
    expect(open(foreign('other'), store('redis'), 6379)).toBe(false);
    expect(open(foreign('other'), store('qdrant'), 6333)).toBe(false);
  });

  it('let services talk to each other by queues only', (context) => {
    const open = ways(policiesOf(kustomized(context, 'overlays/production')));
    const direct = APPS.flatMap((from) => APPS.flatMap((to) => [7411, 7412].filter((port) => open(ours(from), ours(to), port))));
    expect(direct).toEqual([]);
  });

  it('let the web be read by the worker of web sources alone, and let that one into no private network', (context) => {
    const open = ways(policiesOf(kustomized(context, 'overlays/production')));
    const readers = APPS.filter((app) => open(ours(app), PUBLIC, 80));
    expect(readers).toEqual(['ingest-worker-web']);
    expect(APPS.filter((app) => [PUBLIC, PUBLIC6].some((address) => open(ours(app), address, 443)))).toEqual([
      'mcp-gateway',
      'ingest-worker-web',
    ]);
    for (const app of APPS)
      expect([app, INTERNAL.filter((address) => [80, 443].some((port) => open(ours(app), address, port)))]).toEqual([app, []]);
    expect(open(ours('ingest-worker-web'), PUBLIC, 22)).toBe(false);
    expect(open(ours('ingest-worker-web'), foreign('other'), 443)).toBe(false);
  });

  it('let callers in through the ingress controller, and the metrics be scraped', (context) => {
    const open = ways(policiesOf(kustomized(context, 'overlays/production')));
    expect(APPS.filter((app) => open(foreign('ingress-nginx'), ours(app), app === 'mcp-gateway' ? 7411 : 7412))).toEqual(['mcp-gateway']);
    expect(APPS.filter((app) => open(foreign('monitoring'), ours(app), app === 'mcp-gateway' ? 7411 : 7412))).toEqual(APPS);
    expect(APPS.filter((app) => open(foreign('other'), ours(app), app === 'mcp-gateway' ? 7411 : 7412))).toEqual([]);
  });

  it('are each needed: without the denial everything is open, without another one a way is closed', (context) => {
    const policies = policiesOf(kustomized(context, 'overlays/production'));
    const without = (name: string) => ways(policies.filter(({ metadata }) => metadata.name !== name));
    expect(without('default-deny')(ours('embedder'), PUBLIC, 443)).toBe(false);
    expect(without('default-deny')(store('other'), ours('embedder'), 9999)).toBe(false);
    const allOpen = ways(policies.filter(({ metadata }) => !['default-deny', 'names'].includes(metadata.name)));
    expect(allOpen(store('anything'), PUBLIC, 443)).toBe(true);
    expect(without('stores')(ours('embedder'), store('redis'), 6379)).toBe(false);
    expect(without('redis')(ours('embedder'), store('redis'), 6379)).toBe(false);
    expect(without('qdrant')(ours('embedder'), store('qdrant'), 6333)).toBe(false);
    expect(without('names')(ours('embedder'), DNS, 53)).toBe(false);
    expect(without('mcp-gateway-callers')(foreign('ingress-nginx'), ours('mcp-gateway'), 7411)).toBe(false);
    expect(without('mcp-gateway-issuer')(ours('mcp-gateway'), PUBLIC, 443)).toBe(false);
    expect(without('ingest-worker-web-internet')(ours('ingest-worker-web'), PUBLIC, 443)).toBe(false);
    expect(without('metrics')(foreign('monitoring'), ours('embedder'), 7412)).toBe(false);
  });
});
