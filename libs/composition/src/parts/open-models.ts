import {
  BatchingProvider,
  CachingProvider,
  EmbeddingProviders,
  GuardedProvider,
  type CachingOptions,
  type EmbeddingProvider,
} from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import type { Configuration, ModelSettings } from '@tributary/platform';

/** Texts of several jobs go to a model in this process in groups: it computes no faster for that, but the jobs end together and share what follows, commits,
 *  messages to threads and steps of Redis. The second group waits at the model, so that it never idles. They go as they came: the model sees to padding itself. */
const COMPUTED = { texts: 16, inFlight: 2, order: 'arrival' } as const;

interface ModelContext {
  /** The model by which collections of different models are compared. */
  readonly common: StaticEmbeddingProvider;
  /** Of the vectors of models that are slower than a look-up; left out: none. */
  readonly caching?: CachingOptions | undefined;
}

/** Makes a provider of every configured model; each loads when it is first needed. */
export async function openModels({ models, defaultModel }: Configuration, context: ModelContext): Promise<EmbeddingProviders> {
  const providers = await Promise.all(
    Object.entries(models).map(async ([name, settings]) => {
      const provider = await openModel(settings, name, context);
      const { caching } = context;
      return settings.type === 'static' || caching === undefined ? provider : new CachingProvider(provider, caching);
    }),
  );
  const first = providers.find(({ name }) => name === defaultModel);
  if (first === undefined) throw new TypeError(`The configuration lets the unknown model ${defaultModel} be the default.`);
  return new EmbeddingProviders(
    first,
    providers.filter((provider) => provider !== first),
  );
}

/** Makes a provider of its configured type; an adapter is loaded only when it is configured. */
async function openModel(settings: ModelSettings, name: string, { common }: ModelContext): Promise<EmbeddingProvider> {
  switch (settings.type) {
    case 'static':
      // One copy of the matrix in memory where the common model also is a collection’s own.
      return name === common.name ? common : new StaticEmbeddingProvider({ name });
    case 'transformers': {
      const { TransformersEmbeddingProvider } = await import('@tributary/embedding-transformers');
      return new BatchingProvider(new TransformersEmbeddingProvider({ ...settings, name }), COMPUTED);
    }
    case 'ollama': {
      const { OllamaEmbeddingProvider } = await import('@tributary/embedding-ollama');
      return served(new OllamaEmbeddingProvider({ ...settings, name }), settings);
    }
    case 'openai': {
      const { OpenAiEmbeddingProvider } = await import('@tributary/embedding-openai');
      return served(new OpenAiEmbeddingProvider({ ...settings, name }), settings);
    }
  }
}

/** A model behind a server: texts of several jobs share requests, and a server in trouble is left alone for a while. A batch is one request: of
 *  several, one would wait for the other. */
function served(provider: EmbeddingProvider, { batchSize }: { readonly batchSize: number }): EmbeddingProvider {
  return new BatchingProvider(new GuardedProvider(provider), { texts: batchSize });
}
