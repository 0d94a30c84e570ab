// What must hold for all manifests together, whichever way they were rendered. Each policy names what breaks it.

/** @typedef {Record<string, any>} KubernetesObject */

/** @type {Record<string, (objects: readonly KubernetesObject[]) => string[]>} */
export const POLICIES = {
  'pods run restricted': (objects) => podsOf(objects).flatMap(restrictedFaults),
  'containers cannot write to their image and say what they need': (objects) => podsOf(objects).flatMap(containerFaults),
  'no pod talks to the API of the cluster': (objects) =>
    podsOf(objects).flatMap(({ name, pod }) => [
      ...unless(pod.automountServiceAccountToken === false, `${name} mounts a token of its service account`),
      ...unless(pod.serviceAccountName !== undefined && pod.serviceAccountName !== 'default', `${name} uses the default service account`),
    ]),
  'secrets are named, never written': (objects) => objects.flatMap(secretFaults),
  'probes tell the truth': (objects) => podsOf(objects).flatMap(probeFaults),
  'a drain fits into the time a pod is given': (objects) => podsOf(objects).flatMap(drainFaults),
  'every deployment survives a drained node': (objects) =>
    deploymentsOf(objects).flatMap((deployment) => availabilityFaults(deployment, objects)),
  'every sort of source has a worker, and no worker reaches more than its own': (objects) => readerFaults(deploymentsOf(objects)),
  'images have a version': (objects) =>
    podsOf(objects).flatMap(({ name, pod }) =>
      pod.containers.flatMap(({ image }) => unless(/:(?!latest$)[\w.-]+$|@sha256:/.test(image), `${name}: ${image} has no version`)),
    ),
};

/** After `shutdown.grace_ms` (25 s unless set) work is given back; then connections close. */
const DRAIN_SECONDS = 25;
const CLOSE_SECONDS = 5;

const unless = (holds, fault) => (holds ? [] : [fault]);
const deploymentsOf = (objects) => objects.filter(({ kind }) => kind === 'Deployment');
const podsOf = (objects) => deploymentsOf(objects).map(({ metadata, spec }) => ({ name: metadata.name, pod: spec.template.spec }));

function restrictedFaults({ name, pod }) {
  const { securityContext: security = {} } = pod;
  return [
    ...unless(security.runAsNonRoot === true, `${name} may run as root`),
    ...unless(security.runAsUser > 0, `${name} names no user`),
    ...unless(security.seccompProfile?.type === 'RuntimeDefault', `${name} has no seccomp profile`),
    ...unless(!pod.hostNetwork && !pod.hostPID && !pod.hostIPC, `${name} shares something of the node`),
    ...unless(!(pod.volumes ?? []).some(({ hostPath }) => hostPath !== undefined), `${name} mounts a path of the node`),
  ];
}

/** @param {KubernetesObject} named */
function containerFaults({ name, pod }) {
  /** @type {KubernetesObject[]} */
  const uses = pod.containers.map(({ securityContext = {}, resources = {} }) => ({ security: securityContext, resources }));
  return uses.flatMap(({ security, resources }) => [
    ...unless(security.allowPrivilegeEscalation === false, `${name} may gain rights`),
    ...unless(security.readOnlyRootFilesystem === true, `${name} can write to its image`),
    ...unless(security.capabilities?.drop?.includes('ALL') && !security.capabilities.add, `${name} keeps capabilities`),
    ...unless(security.privileged !== true, `${name} is privileged`),
    ...unless(resources.requests?.cpu && resources.requests.memory, `${name} does not say what it needs`),
    ...unless(resources.limits?.memory, `${name} may take all memory`),
  ]);
}

/** What a worker of sources of its own sort sees: folders, or the web. */
function readerFaults(deployments) {
  const workers = deployments
    .map(({ metadata, spec }) => ({ name: metadata.name, container: spec.template.spec.containers[0] }))
    .filter(({ container }) => container.name === 'ingest-worker')
    .map(({ name, container }) => ({
      name,
      reads: container.env?.find((variable) => variable.name === 'TRIBUTARY_SOURCES__READ')?.value ?? 'all',
      seesFolders: container.volumeMounts?.some(({ mountPath }) => mountPath === '/sources'),
    }));
  return [
    ...['local', 'web'].flatMap((reach) =>
      unless(
        workers.some(({ reads }) => reads === reach),
        `no worker is bound to ${reach} sources`,
      ),
    ),
    ...workers.flatMap(({ name, reads, seesFolders }) => [
      ...unless(reads !== 'all', `${name} takes jobs of every kind of source`),
      ...unless(seesFolders === (reads === 'local'), `${name} reads ${reads} sources and ${seesFolders ? 'sees' : 'does not see'} folders`),
    ]),
  ];
}

const SECRET = /TOKEN|PASSWORD|SECRET|API_KEY|REDIS__URL/;

function secretFaults(object) {
  if (object.kind === 'Secret') return [`Secret ${object.metadata.name} is written down`];
  if (object.kind === 'ConfigMap')
    return Object.entries(object.data ?? {}).flatMap(([key, text]) =>
      unless(
        !/^\s*(api_key|token|password|secret)\s*:/m.test(text) && !/\/\/[^/\s]*:[^/\s]*@/.test(text),
        `ConfigMap ${object.metadata.name}: ${key} holds a secret`,
      ),
    );
  return podsOf([object]).flatMap(({ name, pod }) =>
    pod.containers.flatMap(({ env = [] }) =>
      env
        .filter((variable) => SECRET.test(variable.name) && variable.value !== undefined)
        .flatMap((variable) => unless(variable.name.endsWith('_FILE'), `${name}: ${variable.name} is written down`)),
    ),
  );
}

function probeFaults({ name, pod }) {
  return pod.containers.flatMap((container) =>
    Object.entries({ startupProbe: '/health/live', readinessProbe: '/health/ready', livenessProbe: '/health/live' }).flatMap(
      ([probe, path]) => {
        const { httpGet } = container[probe] ?? {};
        const isPort = container.ports?.some((port) => port.name === httpGet?.port);
        return unless(httpGet?.path === path && isPort, `${name}: ${probe} does not ask ${path} at a port of the container`);
      },
    ),
  );
}

function drainFaults({ name, pod }) {
  const pause = Math.max(0, ...pod.containers.map(({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0));
  const hasShell = pod.containers.some(({ lifecycle }) => lifecycle?.preStop?.exec !== undefined);
  return [
    ...unless(pod.terminationGracePeriodSeconds >= pause + DRAIN_SECONDS + CLOSE_SECONDS, `${name} is killed before it has drained`),
    ...unless(!hasShell, `${name}: there is no program for preStop in the image`),
  ];
}

function availabilityFaults({ metadata: { name }, spec }, objects) {
  const { labels } = spec.template.metadata;
  const selects = (selector) => Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  const budget = objects.find((object) => object.kind === 'PodDisruptionBudget' && selects(object.spec.selector));
  const keys = (spec.template.spec.topologySpreadConstraints ?? [])
    .filter((one) => selects(one.labelSelector))
    .map((one) => one.topologyKey);
  return [
    ...unless(budget !== undefined, `${name} has no disruption budget`),
    // With one replica minAvailable 1 would hold a node for ever.
    ...unless(budget?.spec.maxUnavailable === 1, `${name}: its budget does not let exactly one pod go at a time`),
    ...unless(
      keys.includes('kubernetes.io/hostname') && keys.includes('topology.kubernetes.io/zone'),
      `${name} may run on one node or in one zone alone`,
    ),
    ...unless(spec.strategy?.rollingUpdate?.maxUnavailable === 0, `${name} has fewer pods while it is rolled out`),
    ...unless(selects(spec.selector), `${name} does not select its own pods`),
  ];
}
