import type { EmbeddingProvider } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { findModelFolder, type ServedModel } from '@tributary/testing';

/** A real model for a server of a test, loaded: MiniLM where it is there, else the static one. */
export async function openServedModel(name: string): Promise<ServedModel> {
  const folder = findModelFolder();
  const provider: EmbeddingProvider =
    folder.kind === 'folder' ? new TransformersEmbeddingProvider({ name, path: folder.path }) : new StaticEmbeddingProvider({ name });
  const { dimension } = await provider.describe();
  await provider.embed(['warm'], { kind: 'document' });
  const embed = async (texts: readonly string[]) => (await provider.embed(texts, { kind: 'document' })).map((vector) => [...vector]);
  return { name, dimension, embed };
}
