// The standard "restricted" of Kubernetes' Pod Security, by which the namespace lets pods in (kubernetes.io/docs/concepts/security/pod-security-standards).

const VOLUMES = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret'];

/**
 * @param {Record<string, any>} pod the spec of a pod
 * @returns {string[]} what the standard refuses, one sentence each
 */
export function podSecurityFaults(pod) {
  const { securityContext = {}, volumes = [] } = pod;
  const containers = [...(pod.initContainers ?? []), ...pod.containers];
  return [
    ...(pod.hostNetwork || pod.hostPID || pod.hostIPC ? ['the pod shares a namespace of the node'] : []),
    ...volumes.filter((volume) => !VOLUMES.some((kind) => kind in volume)).map(({ name }) => `volume ${name} is of a forbidden kind`),
    ...containers.flatMap((container) => containerFaults(container, securityContext)),
  ];
}

/** @param {Record<string, any>} container */
function containerFaults({ name, securityContext: own = {} }, ofPod) {
  const of = (field) => own[field] ?? ofPod[field];
  const rules = [
    [own.allowPrivilegeEscalation === false, 'allowPrivilegeEscalation != false'],
    [own.privileged !== true, 'privileged'],
    [own.capabilities?.drop?.includes('ALL'), 'unrestricted capabilities'],
    [(own.capabilities?.add ?? []).every((capability) => capability === 'NET_BIND_SERVICE'), 'unrestricted capabilities'],
    [of('runAsNonRoot') === true, 'runAsNonRoot != true'],
    [of('runAsUser') !== 0, 'runAsUser=0'],
    [['RuntimeDefault', 'Localhost'].includes(of('seccompProfile')?.type), 'seccompProfile'],
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => `container ${name}: ${fault}`);
}
