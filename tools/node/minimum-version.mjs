// Kept to syntax that old versions of Node parse, so that they can say what is missing.

/** Enough to install and build; what runs afterwards is the pinned Node. */
const MINIMUM_MAJOR = 20;

/** Ends this process with one sentence when its Node is too old. */
export function refuseOldNode() {
  if (Number(process.versions.node.split('.')[0]) >= MINIMUM_MAJOR) return;
  console.error(
    'Tributary needs Node ' +
      MINIMUM_MAJOR +
      ' or newer to install itself and this is Node ' +
      process.versions.node +
      ': install a newer one and run the same command again.',
  );
  process.exit(1);
}
