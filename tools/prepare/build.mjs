// Compiles what runs, and bundles the programs. A fingerprint of the sources decides whether anything is started at all. Types are checked by
// `npm run check`: leaving that out takes more than half of the time away and writes the same files.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listPrograms, programOf } from '../bundle/programs.mjs';
import { outlivesTerminal } from '../node/hang-up.mjs';
import { listProjects } from '../workspace/projects.mjs';
import { readJson, stampOfAll, writeJson } from './file-stamp.mjs';
import { PreparationFailure, sentenceFor } from './preparation-failure.mjs';
import { runCaptured } from './run-captured.mjs';

const STAMP = 'node_modules/.tributary-build.json';
const COMPILER = 'node_modules/@typescript/native/bin/tsc';
const BUNDLER = 'tools/bundle/bundle-programs.mjs';
/** The web console, in a workspace that has one. */
const CONSOLE = { page: 'apps/console/index.html', builder: 'tools/console/build-console.mjs', site: 'apps/console/dist/site/index.html' };
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
  const run = { root, nodePath, onStart };
  await runStep(run, [COMPILER, '-b', '--noCheck', 'tsconfig.build.json'], 'The sources do not compile: the messages above say where.');
  const programs = listPrograms(root).map(({ app }) => programOf(app));
  if (programs.length > 0) await runStep(run, [BUNDLER, root], 'The programs cannot be bundled: the messages above say why.');
  const hasConsole = existsSync(join(root, CONSOLE.page));
  if (hasConsole) await runStep(run, [CONSOLE.builder, root], 'The console cannot be built: the messages above say why.');
  const outputs = [...listProjects(root).map(({ directory }) => `${directory}/dist/tsconfig.lib.tsbuildinfo`), ...programs];
  if (hasConsole) outputs.push(CONSOLE.site);
  writeJson(join(root, STAMP), { stamp, outputs: outputs.filter((file) => existsSync(join(root, file))) });
}

/** @throws {import('./preparation-failure.mjs').PreparationFailure} with what the disk says, else with the sentence given */
async function runStep({ root, nodePath, onStart }, [program, ...args], failure) {
  const { code, output } = await runCaptured(nodePath, [join(root, program), ...args], {
    cwd: root,
    detached: outlivesTerminal(),
    onStart,
  });
  if (code === 0) return;
  const sentence = sentenceFor(output);
  if (!sentence) console.error(output.trim());
  throw new PreparationFailure(sentence ?? failure);
}

/** Changes when a source, a setting of the compiler or the lock file changes. */
function sourceStamp(root) {
  const projects = listProjects(root);
  const settings = [
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.build.json',
    BUNDLER,
    'tools/bundle/bundle.mjs',
    'tools/bundle/programs.mjs',
    'tools/bundle/specifiers.mjs',
    CONSOLE.builder,
    CONSOLE.page,
  ];
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
