import { EmbeddingProviders, type EmbeddingProvider } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { permanent } from '@tributary/kernel';
import type { Configuration, ModelSettings } from '@tributary/platform';

interface Models {
  readonly providers: EmbeddingProviders;
  /** The model by which collections of different models are compared. */
  readonly common: StaticEmbeddingProvider;
}

/** Makes a provider of every configured model; each loads when it is first needed. */
export function openModels({ models, defaultModel }: Configuration): Models {
  const common = new StaticEmbeddingProvider();
  const make: Readonly<Partial<Record<ModelSettings['type'], (name: string) => EmbeddingProvider>>> = {
    // One copy of the matrix in memory where the common model also is a collection’s own.
    static: (name) => (name === common.name ? common : new StaticEmbeddingProvider({ name })),
  };
  const providers = Object.entries(models).map(([name, { type }]) => {
    const provider = make[type]?.(name);
    if (provider === undefined) throw permanent('CONFIG.INVALID', `models.${name}: this build has no models of the type ${type}.`);
    return provider;
  });
  const first = providers.find(({ name }) => name === defaultModel);
  if (first === undefined) throw new TypeError(`The configuration lets the unknown model ${defaultModel} be the default.`);
  return {
    common,
    providers: new EmbeddingProviders(
      first,
      providers.filter((provider) => provider !== first),
    ),
  };
}
