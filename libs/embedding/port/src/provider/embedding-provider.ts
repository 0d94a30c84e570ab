import { FRONT_MATTER, type CardModel, type ComponentHealth } from '@tributary/contracts';
import { withoutFrontMatter } from '@tributary/kernel';
import type { WordModel } from '../words/word-model.js';

export interface EmbedOptions {
  /** Queries and documents may get different prefixes; the provider puts them in front. */
  readonly kind: 'query' | 'document';
  /** Whether a search waits for it: then it goes before what nobody waits for. Left out: queries do. */
  readonly isUrgent?: boolean;
  /** True where the vectors that were made of these texts before will not do: the model makes them again, and they take the place of those. */
  readonly isAnew?: boolean;
  readonly signal?: AbortSignal;
}

/** `now`: what was learned earlier will not do; `anew`: nor will what a text has to be embedded for, such as the dimension that some servers do not tell. */
export type DescribeWhen = 'now' | 'anew';

/** One embedding model, loaded when first needed. */
export interface EmbeddingProvider {
  /** Configured name, as cards say it. */
  readonly name: string;
  /** What a card records of the model; reads files or asks the server, but loads no model for it. */
  describe(signal?: AbortSignal, when?: DescribeWhen): Promise<CardModel>;
  /** One vector per text, in order, each of the described dimension and of unit length; a text the model knows nothing of, a blank one for instance,
   *  gets the zero vector. Texts that are too long for the model are cut.
   *  @throws `EMBEDDER.UNAVAILABLE` and `EMBEDDER.RATE_LIMITED` (with `retryAfterMs`), which may pass; `EMBEDDER.MODEL_NOT_FOUND`, `EMBEDDER.DENIED`,
   *  `EMBEDDER.ANSWER_INVALID` and `EMBEDDER.REQUEST_REFUSED`, which do not. A refused or unanswerable text fails its whole call. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Present where the model makes a text's vector of vectors of its words; computed in this process, without a pause. */
  readonly words?: WordModel;
  health(signal?: AbortSignal): Promise<ComponentHealth>;
  /** Lets go of what is loaded; may be called twice. A later `embed` loads again. */
  close(): Promise<void>;
}

/** The text that is embedded for a chunk: its title path in front. */
export function embeddedText(heading: string, content: string): string {
  return heading === '' ? content : `${heading}\n${content}`;
}

/** The text that is embedded for a passage we cut: what front matter says beside the title (dates, ids, addresses) would blur what the passage means. */
export function embeddedPassage({ heading = '', content, chunk_type }: Passage): string {
  return embeddedText(heading, chunk_type === FRONT_MATTER ? withoutFrontMatter(content) : content);
}

interface Passage {
  readonly heading?: string | undefined;
  readonly content: string;
  readonly chunk_type: string;
}
