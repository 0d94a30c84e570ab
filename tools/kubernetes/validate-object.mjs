// Checks an object against the schema of its kind, and refuses fields that the schema does not know.

/** Validators of kubernetes-models, which are made from the OpenAPI of Kubernetes and of KEDA, by apiVersion and kind. */
const VALIDATORS = {
  'v1 ConfigMap': () => import('kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'),
  'v1 Namespace': () => import('kubernetes-models/_schemas/IoK8sApiCoreV1Namespace'),
  'v1 Service': () => import('kubernetes-models/_schemas/IoK8sApiCoreV1Service'),
  'v1 ServiceAccount': () => import('kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount'),
  'apps/v1 StatefulSet': () => import('kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet'),
  'apps/v1 Deployment': () => import('kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'),
  'autoscaling/v2 HorizontalPodAutoscaler': () => import('kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler'),
  // The package does not export its schemas one by one.
  'keda.sh/v1alpha1 ScaledObject': () =>
    import(new URL('_schemas/ComGithubKedacoreKedaV2ApisKedaV1alpha1ScaledObject.js', import.meta.resolve('@kubernetes-models/keda')).href),
  'networking.k8s.io/v1 Ingress': () => import('kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'),
  'networking.k8s.io/v1 NetworkPolicy': () => import('kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy'),
  'policy/v1 PodDisruptionBudget': () => import('kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'),
};

/**
 * @param {{ apiVersion: string, kind: string, metadata: { name: string } }} object as it was rendered
 * @returns {Promise<string[]>} one sentence for each fault
 */
export async function objectFaults(object) {
  const load = VALIDATORS[`${object.apiVersion} ${object.kind}`];
  if (load === undefined)
    return [`${object.kind} ${object.metadata.name}: there is no schema of ${object.apiVersion} ${object.kind} here.`];
  const { validate } = await load();
  const { seen, faults } = watched(object);
  validate(seen);
  const wrong = (validate.errors ?? []).map(
    ({ instancePath, message, keyword, params }) => `${instancePath} ${message ?? `${keyword} ${JSON.stringify(params)}`}`,
  );
  return [...wrong, ...faults()].map((fault) => `${object.kind} ${object.metadata.name}: ${fault}`);
}

/**
 * A validator looks at every field that it knows, and goes through maps of any keys; a field that it never looked at is unknown to it.
 * @param {object} object
 * @returns {{ seen: object, faults: () => string[] }}
 */
function watched(object) {
  const read = new Map();
  const seen = watch(object, '', read);
  return { seen, faults: () => unread(object, '', read) };
}

function watch(value, path, read) {
  if (typeof value !== 'object' || value === null) return value;
  const keys = new Set();
  read.set(path, keys);
  return new Proxy(value, {
    get(target, key, receiver) {
      const field = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol') return field;
      keys.add(key);
      return Object.hasOwn(target, key) ? watch(field, `${path}/${key}`, read) : field;
    },
  });
}

/** What lies below a field that is unknown is not named once more. */
function unread(value, path, read) {
  if (typeof value !== 'object' || value === null) return [];
  const keys = read.get(path) ?? new Set();
  return Object.keys(value).flatMap((key) =>
    keys.has(key) || Array.isArray(value) ? unread(value[key], `${path}/${key}`, read) : [`${path}/${key} is unknown to the schema.`],
  );
}
