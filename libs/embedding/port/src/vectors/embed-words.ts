export interface EmbedWordsOptions {
  readonly prefix: string;
  /** Asked for only when no text holds anything. */
  readonly dimension: () => Promise<number>;
  /** Gets at least one text, well-formed for JSON, with the prefix in front. */
  readonly embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  readonly signal?: AbortSignal | undefined;
}

/** Embeds the texts that hold anything; blank ones, which servers refuse or answer by chance, get the zero vector without being asked for. */
export async function embedWords(
  texts: readonly string[],
  { prefix, dimension, embed, signal }: EmbedWordsOptions,
): Promise<readonly Float32Array[]> {
  signal?.throwIfAborted();
  if (texts.length === 0) return [];
  const asked = texts.filter((text) => !isBlank(text)).map((text) => prefix + text.toWellFormed());
  const vectors = asked.length === 0 ? [] : await embed(asked);
  const length = vectors[0]?.length ?? (await dimension());
  let next = 0;
  return texts.map((text) => (isBlank(text) ? undefined : vectors[next++]) ?? new Float32Array(length));
}

function isBlank(text: string): boolean {
  return /^[\s\p{Cc}]*$/u.test(text);
}
