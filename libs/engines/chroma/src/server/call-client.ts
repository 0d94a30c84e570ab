import { ChromaClient } from 'chromadb';
import type { ServerAddress } from '../settings/chroma-settings.js';

/** What a server says of the requests it takes. */
export interface ServerLimits {
  readonly max_batch_size: number;
  readonly supports_base64_encoding: boolean;
}

/** A client for one call: its signal ends the requests of that call alone, and it does not ask for the limits of the server again. */
export class CallClient extends ChromaClient {
  constructor(address: ServerAddress, { signal, limits }: { readonly signal: AbortSignal; readonly limits: ServerLimits | undefined }) {
    const { host, port, tls, tenant, database, token } = address;
    super({
      host,
      port,
      ssl: tls,
      tenant,
      database,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}`, 'x-chroma-token': token },
      fetchOptions: { signal },
    });
    this.preflightChecks = limits;
  }
}
