import { createHash } from 'node:crypto';
import { healthOf, type CardModel, type ComponentHealth } from '@tributary/contracts';
import {
  embedWords,
  knownPrefixes,
  type DescribeWhen,
  type EmbedOptions,
  type EmbeddingProvider,
  type Prefixes,
} from '@tributary/embedding-port';
import { ModelServer, readVectors, requireDirections, sendInBatches } from '@tributary/embedding-port/http';
import { hasCode } from '@tributary/kernel';
import { EmbeddingList, listsOf } from './openai-answer.js';

export interface OpenAiOptions {
  /** Configured name. */
  readonly name: string;
  /** Up to and including the version, such as `http://127.0.0.1:8080/v1`; left out: OpenAI's. */
  readonly url?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** Asks for shorter vectors, where the model can give them. */
  readonly dimensions?: number | undefined;
  /** Texts of one request. */
  readonly batchSize?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Left out: what is known of a model of that name. */
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
}

const HEALTH_TIMEOUT_MS = 5000;
const REVISION_DIGITS = 12;

interface Asked {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** A model behind OpenAI's embeddings interface: OpenAI itself, TEI, vLLM, LM Studio, llama.cpp and others.
 *  The interface tells no revision, so the card's changes only with the model's name, the dimensions and the prefix of documents. */
export class OpenAiEmbeddingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #options: OpenAiOptions;
  readonly #prefixes: Prefixes;
  readonly #server: ModelServer;
  /** Learned from an answer. */
  #dimension: number | undefined;
  /** Base64 is exact and a quarter the size; a server that does not know it is asked for numbers from then on. */
  #format: 'base64' | 'float' = 'base64';

  constructor(options: OpenAiOptions) {
    const { name, url = 'https://api.openai.com/v1', model, apiKey, timeoutMs = 60_000 } = options;
    const known = knownPrefixes(model);
    this.name = name;
    this.#options = options;
    this.#prefixes = { query: options.queryPrefix ?? known.query, document: options.documentPrefix ?? known.document };
    this.#server = new ModelServer({
      name,
      model,
      apiKey,
      timeoutMs,
      kind: 'The embedding server',
      address: url.replace(/(?<!\/)\/+$/, ''),
      startHint: 'Start it',
      modelHint: `Load it there, or name one it has in models.${name}.model`,
    });
  }

  async describe(signal?: AbortSignal, when?: DescribeWhen): Promise<CardModel> {
    if (when === 'anew') this.#dimension = undefined;
    this.#dimension ??= (await this.#send(['text'], { signal }))[0]?.length ?? 0;
    const { model, dimensions = 0 } = this.#options;
    const { query, document } = this.#prefixes;
    return {
      name: this.name,
      revision: createHash('sha256')
        .update(JSON.stringify([model, dimensions, document]))
        .digest('hex')
        .slice(0, REVISION_DIGITS),
      dimension: this.#dimension,
      distance: 'cosine',
      query_prefix: query,
      document_prefix: document,
    };
  }

  embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    return embedWords(texts, {
      prefix: this.#prefixes[kind],
      dimension: async () => (await this.describe(signal)).dimension,
      embed: (asked) => {
        const send = (batch: readonly string[]) => this.#sendSoundly(batch, { signal });
        return sendInBatches(asked, { batchSize: this.#options.batchSize ?? 32, send });
      },
      signal,
    });
  }

  /** Embeds one word: few of these servers tell otherwise whether key, model and memory are in order. */
  health(signal?: AbortSignal): Promise<ComponentHealth> {
    const ask = async () => {
      await this.#sendSoundly(['text'], { signal, timeoutMs: HEALTH_TIMEOUT_MS });
      return {};
    };
    return healthOf({ name: this.name, kind: 'openai' }, ask, signal);
  }

  close(): Promise<void> {
    this.#dimension = undefined;
    return Promise.resolve();
  }

  #sendSoundly(input: readonly string[], asked: Asked): Promise<readonly Float32Array[]> {
    return requireDirections(input, { send: (texts) => this.#send(texts, asked), errors: this.#server.errors });
  }

  async #send(input: readonly string[], asked: Asked): Promise<readonly Float32Array[]> {
    const { errors } = this.#server;
    const parsed = EmbeddingList.safeParse(await this.#ask(input, asked));
    if (!parsed.success) throw errors.invalid('answered in a form that is not OpenAI’s', errors.wrongAddressHint);
    const dimension = this.#dimension;
    // Where the answer is of another length, another model may be served there by now: what comes next is learned anew.
    this.#dimension = undefined;
    const vectors = readVectors(listsOf(parsed.data), { count: input.length, dimension, errors });
    this.#dimension = vectors[0]?.length;
    return vectors;
  }

  async #ask(input: readonly string[], asked: Asked): Promise<unknown> {
    const { model, dimensions } = this.#options;
    const body = { model, input, ...(dimensions === undefined ? {} : { dimensions }) };
    const ask = () => this.#server.ask('/embeddings', { body: { ...body, encoding_format: this.#format }, texts: input, ...asked });
    try {
      return await ask();
    } catch (error) {
      if (this.#format === 'float' || !hasCode(error, 'EMBEDDER.REQUEST_REFUSED') || !/base64|encoding_format/.test(error.message))
        throw error;
      this.#format = 'float';
      return ask();
    }
  }
}
