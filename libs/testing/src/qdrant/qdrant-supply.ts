import { hasDockerEngine, type ContainerImage } from '../containers/container-server.js';

/** Where a test gets its Qdrant from. */
export type QdrantSupply =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'program'; readonly command: string | ContainerImage }
  | { readonly kind: 'none'; readonly reason: string };

const CONTAINER: ContainerImage = { image: 'qdrant/qdrant:v1.19.0', port: 6333, readyPath: '/readyz' };

/** `TRIBUTARY_TEST_QDRANT_URL`, else a container where a Docker engine answers, else the program in `TRIBUTARY_TEST_QDRANT_COMMAND`, else none and why. */
export function findQdrant(): QdrantSupply {
  const url = process.env['TRIBUTARY_TEST_QDRANT_URL'];
  if (url !== undefined && url !== '') return { kind: 'url', url };
  return hasDockerEngine() ? { kind: 'program', command: CONTAINER } : findQdrantProgram();
}

/** A server program: what a test needs that stops its Qdrant or gives it faults. */
export function findQdrantProgram():
  | { readonly kind: 'program'; readonly command: string }
  | { readonly kind: 'none'; readonly reason: string } {
  const command = process.env['TRIBUTARY_TEST_QDRANT_COMMAND'];
  if (command !== undefined && command !== '') return { kind: 'program', command };
  const reason =
    'no Qdrant: no Docker engine answers; set TRIBUTARY_TEST_QDRANT_URL, or TRIBUTARY_TEST_QDRANT_COMMAND to a program that serves on the port in PORT';
  return { kind: 'none', reason };
}
