// What package-lock.json must hold so that `npm ci` works on every platform and through every registry.

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/**
 * @param {Record<string, any>} lock content of package-lock.json
 * @returns {string[]} one line for each violation
 */
export function lockViolations(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) => [
    ...missingPlatforms(lock.packages, path).map((platform) => `package-lock.json: ${path || 'the root'} has no binary for ${platform}`),
    ...(/^https?:/.test(entry.resolved ?? '') ? [`package-lock.json: ${path} names the registry it came from`] : []),
    ...(entry.extraneous ? [`package-lock.json: ${path} is needed by nothing: run "npm install" once more`] : []),
  ]);
}

// A package with binaries names one optional package for each platform; a dependency that is optional for another reason names none.
function missingPlatforms(packages, path) {
  const optional = Object.keys(packages[path].optionalDependencies ?? {});
  if (!optional.some((name) => /(linux|darwin)/.test(name))) return [];
  return PLATFORMS.filter((platform) => !optional.some((name) => name.includes(platform) && isLocked(packages, { path, name })));
}

function isLocked(packages, { path, name }) {
  return `${path === '' ? '' : `${path}/`}node_modules/${name}` in packages || `node_modules/${name}` in packages;
}
