// Who may talk to whom, as NetworkPolicies say it together.
import { BlockList, isIPv6 } from 'node:net';

/**
 * @typedef {{ labels: Record<string, string>, namespace: string } | { address: string }} Peer a pod, or an address outside
 * @typedef {{ labels: Record<string, string>, namespace: string }} Pod
 */

/**
 * A way is open when the policies of both ends open it; a pod that no policy selects is open to everybody.
 * @param {readonly Record<string, any>[]} policies
 * @returns {boolean}
 * @param {{ from: Peer, to: Peer, port: number, namespace: string, protocol?: string }} way `namespace` is where the policies are
 */
export function isOpen(policies, { from, to, port, namespace, protocol = 'TCP' }) {
  const way = { port, protocol, namespace };
  return side(policies, 'Egress', { ...way, pod: from, peer: to }) && side(policies, 'Ingress', { ...way, pod: to, peer: from });
}

function side(policies, type, { pod, peer, port, protocol, namespace }) {
  if ('address' in pod || pod.namespace !== namespace) return true;
  const own = policies.filter(({ spec }) => spec.policyTypes.includes(type) && matches(spec.podSelector, pod.labels));
  if (own.length === 0) return true;
  const [rules, peers] = type === 'Egress' ? ['egress', 'to'] : ['ingress', 'from'];
  return own.some(({ spec }) =>
    (spec[rules] ?? []).some(
      (rule) =>
        (rule.ports === undefined || rule.ports.some((one) => one.port === port && (one.protocol ?? 'TCP') === protocol)) &&
        (rule[peers] === undefined || rule[peers].some((one) => isPeer(one, peer, namespace))),
    ),
  );
}

function isPeer({ podSelector, namespaceSelector, ipBlock }, peer, namespace) {
  if ('address' in peer)
    return ipBlock !== undefined && isIn(peer.address, ipBlock.cidr) && !(ipBlock.except ?? []).some((cidr) => isIn(peer.address, cidr));
  if (ipBlock !== undefined) return false;
  const isThere =
    namespaceSelector === undefined
      ? peer.namespace === namespace
      : matches(namespaceSelector, { 'kubernetes.io/metadata.name': peer.namespace });
  return isThere && (podSelector === undefined || matches(podSelector, peer.labels));
}

function matches({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every((expression) => holds(expression, labels))
  );
}

function holds({ key, operator, values }, labels) {
  if (operator !== 'In') throw new Error(`There is no answer here to the operator ${operator} of a selector.`);
  return values.includes(labels[key]);
}

function isIn(address, cidr) {
  const [network, bits] = cidr.split('/');
  if (isIPv6(network) !== isIPv6(address)) return false;
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, family);
}
