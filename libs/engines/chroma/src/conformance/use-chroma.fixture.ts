import { findChroma, findChromaProgram, startChromaServer, type ChromaServer } from '@tributary/testing';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A server for the tests of one file, which a test may kill: one of its own, else the file’s tests are skipped and say why. */
export function useOwnChroma(): () => ChromaServer {
  const supply = findChromaProgram();
  let server: ChromaServer | undefined;
  beforeAll(async () => {
    if (supply.kind === 'program') server = await startChromaServer(supply.command);
  }, 60_000);
  beforeEach((context) => {
    if (supply.kind === 'none') context.skip(supply.reason);
  });
  afterAll(() => server?.remove());
  return () => {
    if (server === undefined) throw new Error('The server is there when the first test begins.');
    return server;
  };
}

/** Where the server for the tests of one file is: the one that is given, else one of its own, else the file’s tests are skipped and say why, and there
 *  is an address nobody answers at. */
export function useChromaUrl(): () => string {
  const supply = findChroma();
  if (supply.kind === 'url') return () => supply.url;
  const own = useOwnChroma();
  return () => (supply.kind === 'none' ? 'http://127.0.0.1:9' : own().url);
}
