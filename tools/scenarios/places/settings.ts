import { randomBytes } from 'node:crypto';

/** The collection that the Chroma holds, where there is one. */
export const BESIDE = 'beside';

interface Surroundings {
  /** Addresses as the services reach them. */
  readonly redisUrl: string;
  readonly prefix: string;
  readonly token: string;
  /** Left out: the embedded store. */
  readonly qdrantUrl?: string;
  readonly chromaUrl?: string;
  /** A setting as in `models`; left out: the static one. */
  readonly model?: object;
}

/** What every service is told by its environment. */
export function serviceSettings({ redisUrl, prefix, token, qdrantUrl, chromaUrl, model }: Surroundings): Record<string, string> {
  const main = qdrantUrl === undefined ? { type: 'embedded' } : { type: 'qdrant', url: qdrantUrl };
  const engines = { main, ...(chromaUrl === undefined ? {} : { other: { type: 'chroma', url: chromaUrl } }) };
  return {
    TRIBUTARY_REDIS__URL: redisUrl,
    TRIBUTARY_REDIS__PREFIX: prefix,
    TRIBUTARY_SERVER__TOKEN: token,
    TRIBUTARY_PRIMARY: 'main',
    TRIBUTARY_ENGINES: JSON.stringify(engines),
    TRIBUTARY_LOG__FORMAT: 'json',
    ...(chromaUrl === undefined ? {} : { TRIBUTARY_COLLECTIONS: JSON.stringify({ [BESIDE]: { engine: 'other' } }) }),
    ...(model === undefined ? {} : { TRIBUTARY_MODELS: JSON.stringify({ served: model }), TRIBUTARY_DEFAULT_MODEL: 'served' }),
  };
}

/** A token of a deployment's own; gateways that replace each other take the same one. */
export function newToken(): string {
  return randomBytes(24).toString('hex');
}
