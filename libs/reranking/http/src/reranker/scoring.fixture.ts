import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { computeOnce, findModelFolder, type ScoreTexts } from '@tributary/testing';

let scoring: ScoreTexts | undefined;

/** Scores as a cross-encoder’s logits would be: ten times the cosine by MiniLM where it is there, else by the static model. Loaded once. */
export function openScoring(): ScoreTexts {
  return (scoring ??= scoringOf());
}

function scoringOf(): ScoreTexts {
  const folder = findModelFolder();
  const provider =
    folder.kind === 'folder' ? new TransformersEmbeddingProvider({ name: 'm', path: folder.path }) : new StaticEmbeddingProvider();
  const embed = computeOnce(async (texts) => (await provider.embed(texts, { kind: 'document' })).map((vector) => [...vector]));
  return async (query, texts) => {
    const [asked = [], ...vectors] = await embed([query, ...texts]);
    return vectors.map((vector) => 10 * vector.reduce((sum, value, d) => sum + value * (asked[d] ?? 0), 0));
  };
}
