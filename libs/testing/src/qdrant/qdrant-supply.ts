import { existsSync } from 'node:fs';

/** Where a test gets its Qdrant from. */
export type QdrantSupply =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'program'; readonly command: string }
  | { readonly kind: 'none'; readonly reason: string };

const DOCKER_SOCKET = '/var/run/docker.sock';

/** `TRIBUTARY_TEST_QDRANT_URL`, else the program in `TRIBUTARY_TEST_QDRANT_COMMAND`, else none and why. */
export function findQdrant(): QdrantSupply {
  const url = process.env['TRIBUTARY_TEST_QDRANT_URL'];
  if (url !== undefined && url !== '') return { kind: 'url', url };
  return findQdrantProgram();
}

/** A server program: what a test needs that stops its Qdrant or gives it faults. */
export function findQdrantProgram(): Exclude<QdrantSupply, { kind: 'url' }> {
  const command = process.env['TRIBUTARY_TEST_QDRANT_COMMAND'];
  if (command !== undefined && command !== '') return { kind: 'program', command };
  const docker = existsSync(DOCKER_SOCKET)
    ? 'a Docker engine is here: run `docker run -p 6333:6333 qdrant/qdrant:v1.19.0` and set TRIBUTARY_TEST_QDRANT_URL=http://127.0.0.1:6333'
    : 'set TRIBUTARY_TEST_QDRANT_URL, or TRIBUTARY_TEST_QDRANT_COMMAND to a program that serves on the port in PORT';
  return { kind: 'none', reason: `no Qdrant: ${docker}` };
}
