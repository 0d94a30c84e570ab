import { isAbort, toErrorRecord } from '@tributary/kernel';
import type { EmbedOptions, EmbeddingProvider } from '../provider/embedding-provider.js';

/** A text no model has reason to refuse: tells a bad text from a bad configuration. */
const PROBE = 'text';

type TolerantOptions = Pick<EmbedOptions, 'isAnew'> & { readonly signal: AbortSignal };

/** Embeds texts so that one the model refuses for good costs only itself: its place is undefined, its neighbours get their vectors.
 *  @throws what may pass by itself, and what every text would meet */
export async function embedTolerantly(
  provider: EmbeddingProvider,
  texts: readonly string[],
  options: TolerantOptions,
): Promise<readonly (Float32Array | undefined)[]> {
  if (texts.length === 0) return [];
  try {
    return await provider.embed(texts, { kind: 'document', ...options });
  } catch (error) {
    if (isAbort(error) || toErrorRecord(error).retryable) throw error;
    await provider.embed([PROBE], { kind: 'document', ...options });
    return await embedHalves(provider, texts, options);
  }
}

async function embedHalves(
  provider: EmbeddingProvider,
  texts: readonly string[],
  options: TolerantOptions,
): Promise<readonly (Float32Array | undefined)[]> {
  if (texts.length <= 1) return [undefined];
  const middle = Math.ceil(texts.length / 2);
  const halves: (Float32Array | undefined)[] = [];
  for (const half of [texts.slice(0, middle), texts.slice(middle)]) halves.push(...(await embedHalf(provider, half, options)));
  return halves;
}

async function embedHalf(
  provider: EmbeddingProvider,
  texts: readonly string[],
  options: TolerantOptions,
): Promise<readonly (Float32Array | undefined)[]> {
  try {
    return await provider.embed(texts, { kind: 'document', ...options });
  } catch (error) {
    if (isAbort(error) || toErrorRecord(error).retryable) throw error;
    return await embedHalves(provider, texts, options);
  }
}
