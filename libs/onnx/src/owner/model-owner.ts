/** Whose model it is: what it is configured as, and what for. */
export interface ModelOwner {
  /** Configured name. */
  readonly name: string;
  readonly use: 'embedding' | 'reranking';
}

const WORDS = {
  embedding: { noun: 'model', section: 'models', codes: 'EMBEDDER' },
  reranking: { noun: 'reranker', section: 'rerankers', codes: 'RERANKER' },
} as const;

/** `The model minilm`. */
export function titleOf({ name, use }: ModelOwner): string {
  return `The ${WORDS[use].noun} ${name}`;
}

/** `models.minilm.path`. */
export function settingOf({ name, use }: ModelOwner, key: string): string {
  return `${WORDS[use].section}.${name}.${key}`;
}

/** `EMBEDDER.UNAVAILABLE`. */
export function codeOf({ use }: ModelOwner, code: string): string {
  return `${WORDS[use].codes}.${code}`;
}
