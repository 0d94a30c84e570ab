// The programs that render manifests: on the PATH, or where `.ci/run` keeps them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../services/redis-programs.mjs';

/** Helm as a library of Python, which is a package that installs quickly; `.ci/run` puts it there. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tributary');
const HELM_LIBRARY = join(CACHE, 'helm-python-sdk-0.2.2');
const RENDER_CHART = fileURLToPath(new URL('render-chart.py', import.meta.url));

/** @returns {((folder: string) => string) | undefined} renders a kustomization; undefined where neither kubectl nor kustomize is here */
export function findKustomize() {
  const kustomize = findProgram(['kustomize'], `${process.env.PATH}:${join(CACHE, 'kustomize')}`);
  if (kustomize !== undefined) return (folder) => output(kustomize, ['build', folder]);
  const kubectl = findProgram(['kubectl']);
  return kubectl === undefined ? undefined : (folder) => output(kubectl, ['kustomize', folder]);
}

/**
 * @typedef {{ template: (chart: string, values: object) => string, lint: (chart: string) => string }} Helm `lint` answers what it found
 * @returns {Helm | undefined} undefined where Helm is not here
 */
export function findHelm() {
  const helm = findProgram(['helm']);
  if (helm !== undefined)
    return {
      template: (chart, values) => output(helm, ['template', 'tributary', chart, '--namespace', 'tributary', '--values', '-'], values),
      lint: (chart) => output(helm, ['lint', chart]),
    };
  const python = join(HELM_LIBRARY, 'bin/python');
  if (!existsSync(join(HELM_LIBRARY, 'complete'))) return undefined;
  return {
    template: (chart, values) => output(python, [RENDER_CHART, 'template', chart], values),
    lint: (chart) => output(python, [RENDER_CHART, 'lint', chart], {}),
  };
}

/** @returns {string} */
function output(program, args, input = {}) {
  const options = { encoding: /** @type {const} */ ('utf8'), maxBuffer: 64 * 2 ** 20, timeout: 60_000, input: JSON.stringify(input) };
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}
