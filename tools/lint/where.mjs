// Which files are which: asked by the lint configuration and by the gates.

/** Tests, and what is compiled with them. */
export const TEST_FILES = ['**/*.test.ts', '**/*.bench.ts', '**/*.fixture.ts', '**/conformance/**/*.ts'];

/** The only places that read the environment; tests read TRIBUTARY_TEST_* there or through libs/testing. */
export const READS_ENVIRONMENT = ['tools/**', '**/src/main.ts', 'libs/platform/src/config/**', 'libs/testing/src/**', ...TEST_FILES];

const FOLDERS_WITHOUT_SOURCES = new Set(['node_modules', 'dist', 'fixtures']);

/** Whether a folder of this name holds neither code nor prose of ours. Names with a dot are caches and data, except `.ci`. */
export function isForeignFolder(name) {
  return FOLDERS_WITHOUT_SOURCES.has(name) || (name.startsWith('.') && name !== '.ci');
}

/** @param {string} path relative to the workspace root */
export function isTestFile(path) {
  return /\.(test|bench|fixture)\.ts$/.test(path) || /(^|\/)conformance\//.test(path);
}

/** @param {string} path relative to the workspace root */
export function mayReadEnvironment(path) {
  return /^(tools|libs\/platform\/src\/config|libs\/testing\/src)\//.test(path) || path.endsWith('/src/main.ts') || isTestFile(path);
}
