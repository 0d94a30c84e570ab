import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { findModelFolder, type ScoreTexts } from '@tributary/testing';

/** Scores as a cross-encoder’s logits would be: ten times the cosine by MiniLM where it is there, else by the static model. */
export function openScoring(): ScoreTexts {
  const folder = findModelFolder();
  const provider =
    folder.kind === 'folder' ? new TransformersEmbeddingProvider({ name: 'm', path: folder.path }) : new StaticEmbeddingProvider();
  return async (query, texts) => {
    const [asked = new Float32Array()] = await provider.embed([query], { kind: 'query' });
    const vectors = await provider.embed(texts, { kind: 'document' });
    return vectors.map((vector) => 10 * vector.reduce((sum, value, d) => sum + value * (asked[d] ?? 0), 0));
  };
}
