// Compiles what runs. A fingerprint of the sources decides whether the compiler is started at all. Types are checked by
// `npm run check`: leaving that out takes more than half of the time away and writes the same files.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listProjects } from '../workspace/projects.mjs';
import { readJson, stampOfAll, writeJson } from './file-stamp.mjs';
import { PreparationFailure, sentenceFor } from './preparation-failure.mjs';
import { runCaptured } from './run-captured.mjs';

const STAMP = 'node_modules/.tributary-build.json';
const COMPILER = 'node_modules/@typescript/native/bin/tsc';
const NEVER_COMPILED = /\.(test|bench|fixture)\.ts$/;
const FOLDERS_NEVER_COMPILED = new Set(['conformance', 'fixtures']);

/** @param {string} root */
export function isBuilt(root) {
  const built = readJson(join(root, STAMP));
  return built?.stamp === sourceStamp(root) && built.outputs.every((file) => existsSync(join(root, file)));
}

/**
 * @param {string} root
 * @param {{ nodePath: string, onStart?: (pid: number) => void }} options the Node that runs the compiler; `onStart` gets the compiler's process id
 */
export async function build(root, { nodePath, onStart }) {
  const stamp = sourceStamp(root);
  const { code, output } = await runCaptured(nodePath, [join(root, COMPILER), '-b', '--noCheck', 'tsconfig.build.json'], {
    cwd: root,
    onStart,
  });
  if (code !== 0) {
    const sentence = sentenceFor(output);
    if (!sentence) console.error(output.trim());
    throw new PreparationFailure(sentence ?? 'The sources do not compile: the messages above say where.');
  }
  const outputs = listProjects(root).map(({ directory }) => `${directory}/dist/tsconfig.lib.tsbuildinfo`);
  writeJson(join(root, STAMP), { stamp, outputs: outputs.filter((file) => existsSync(join(root, file))) });
}

/** Changes when a source, a setting of the compiler or the lock file changes. */
function sourceStamp(root) {
  const projects = listProjects(root);
  const settings = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.build.json'];
  const files = projects.flatMap(({ directory }) => [
    `${directory}/package.json`,
    `${directory}/tsconfig.lib.json`,
    ...sourcesBelow(root, `${directory}/src`),
  ]);
  return stampOfAll([...settings, ...files].map((file) => join(root, file)));
}

function sourcesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return FOLDERS_NEVER_COMPILED.has(entry.name) ? [] : sourcesBelow(root, `${folder}/${entry.name}`);
    return NEVER_COMPILED.test(entry.name) ? [] : [`${folder}/${entry.name}`];
  });
}
