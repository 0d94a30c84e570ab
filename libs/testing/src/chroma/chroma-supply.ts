import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasDockerEngine, type ContainerImage } from '../containers/container-server.js';

/** The version of PyPI's `chromadb` that tests run against; `.ci/run` installs it. */
const CHROMA_VERSION = '1.5.9';

const CONTAINER: ContainerImage = { image: `chromadb/chroma:${CHROMA_VERSION}`, port: 8000, readyPath: '/api/v2/heartbeat' };

/** Where a test gets its Chroma from. */
export type ChromaSupply =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'program'; readonly command: string | ContainerImage }
  | { readonly kind: 'none'; readonly reason: string };

/** `TRIBUTARY_TEST_CHROMA_URL`, else a container where a Docker engine answers, else a program the test can start, else none and why. */
export function findChroma(): ChromaSupply {
  const url = process.env['TRIBUTARY_TEST_CHROMA_URL'];
  if (url !== undefined && url !== '') return { kind: 'url', url };
  return hasDockerEngine() ? { kind: 'program', command: CONTAINER } : findChromaProgram();
}

/** `chroma` on the PATH, else in the virtual environment of `.ci/run`: what a test needs that stops its server. */
export function findChromaProgram():
  | { readonly kind: 'program'; readonly command: string }
  | { readonly kind: 'none'; readonly reason: string } {
  const cached = cachedChroma();
  // The one of the virtual environment takes a second to say its version; pip writes it last, when all it needs is there.
  const command = spawnSync('chroma', ['--version']).status === 0 ? 'chroma' : [cached].find(existsSync);
  if (command !== undefined) return { kind: 'program', command };
  return { kind: 'none', reason: `no Chroma: ${missing(cached)}` };
}

function cachedChroma(): string {
  const cache = process.env['XDG_CACHE_HOME'];
  const root = cache === undefined || cache === '' ? join(homedir(), '.cache') : cache;
  return join(root, 'tributary', `chroma-${CHROMA_VERSION}`, 'bin', 'chroma');
}

function missing(cached: string): string {
  return `set TRIBUTARY_TEST_CHROMA_URL, or pip install chromadb==${CHROMA_VERSION} (not on the PATH, not in ${cached}; no Docker engine answers)`;
}
