import { ChromaClient } from 'chromadb';
import { z } from 'zod';
import type { ServerAddress } from '../settings/chroma-settings.js';

/** A collection as the server describes it. */
const Described = z.looseObject({ id: z.string(), configuration_json: z.looseObject({}) });

/** What a server says of the requests it takes. */
export interface ServerLimits {
  readonly max_batch_size: number;
  readonly supports_base64_encoding: boolean;
}

/** A client for one call: its signal ends the requests of that call alone, and it does not ask for the limits of the server again. */
export class CallClient extends ChromaClient {
  constructor(address: ServerAddress, { signal, limits }: { readonly signal: AbortSignal; readonly limits: ServerLimits | undefined }) {
    const fetchOptions = { signal, responseTransformer: forgetEmbedding };
    const { host, port, tls, tenant, database, token } = address;
    super({
      host,
      port,
      ssl: tls,
      tenant,
      database,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}`, 'x-chroma-token': token },
      fetchOptions,
    });
    this.preflightChecks = limits;
  }
}

/** The client gives these options to all its requests. Nothing is embedded through it, and without this it looks for the package of each collection's
 *  embedding function, and warns on the error output where that is not installed. */
function forgetEmbedding(data: unknown): Promise<unknown> {
  return Promise.resolve(Array.isArray(data) ? data.map(withoutEmbedding) : withoutEmbedding(data));
}

function withoutEmbedding(data: unknown): unknown {
  const collection = Described.safeParse(data);
  if (!collection.success) return data;
  const { configuration_json, ...rest } = collection.data;
  return { ...rest, configuration_json: { ...configuration_json, embedding_function: null }, schema: null };
}
