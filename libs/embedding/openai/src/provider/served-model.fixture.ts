import type { EmbeddingProvider } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { computeOnce, findModelFolder, type ServedModel } from '@tributary/testing';

let loaded: Promise<Omit<ServedModel, 'name'>> | undefined;

/** A real model for the servers of tests, loaded once whatever they call it: MiniLM where it is there, else the static one. */
export async function openServedModel(name: string): Promise<ServedModel> {
  loaded ??= load();
  return { name, ...(await loaded) };
}

async function load(): Promise<Omit<ServedModel, 'name'>> {
  const folder = findModelFolder();
  const provider: EmbeddingProvider =
    folder.kind === 'folder'
      ? new TransformersEmbeddingProvider({ name: 'served', path: folder.path })
      : new StaticEmbeddingProvider({ name: 'served' });
  const { dimension } = await provider.describe();
  await provider.embed(['warm'], { kind: 'document' });
  const embed = computeOnce(async (texts) => (await provider.embed(texts, { kind: 'document' })).map((vector) => [...vector]));
  return { dimension, embed };
}
