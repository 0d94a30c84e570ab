import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { localOwner, type CallContext, type Principal } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { startStandalone } from '../../standalone/start-standalone.js';

/** A standalone server of its own, whose collections lie on `engine` unless they say otherwise. */
export async function startPointsBed(engine: { readonly name: string; readonly settings: object }) {
  const folder = await temporaryFolder();
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['engines'], value: { embedded: { type: 'embedded' }, [engine.name]: engine.settings }, flag: 'engines' },
      { path: ['primary'], value: 'embedded', flag: 'primary' },
    ],
  });
  const server = await startStandalone({ configuration, logger: silentLogger });
  return {
    operations: server.operations,
    /** The same over HTTP, as the owner. */
    client: new HttpOperations(new HttpConnection({ url: server.url, token: server.token })),
    url: server.url,
    close: async () => {
      await server.close();
      await folder.remove();
    },
  };
}

export const owner = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(30_000) });

/** One user of several. */
export function user(name: string): CallContext {
  const scopes = ['search:read', 'documents:write'];
  const principal: Principal = { subject: name, user_id: name, groups: [], scopes, collections: ['*'], unrestricted: false };
  return { principal, signal: AbortSignal.timeout(30_000) };
}

/** A vector of the model `static`. */
export async function vectorOf(text: string): Promise<number[]> {
  const [vector = new Float32Array()] = await new StaticEmbeddingProvider().embed([text]);
  return [...vector];
}
