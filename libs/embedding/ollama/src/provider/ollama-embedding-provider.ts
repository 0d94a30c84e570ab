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
import type { z } from 'zod';
import { Embeddings, Show, Tags, embeddingLength, isModel } from './ollama-answers.js';

export interface OllamaOptions {
  /** Configured name. */
  readonly name: string;
  /** Left out: Ollama's own port on this machine. */
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  /** Asks for shorter vectors, where the model can give them. */
  readonly dimensions?: number | undefined;
  /** Texts of one request. */
  readonly batchSize?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Left out: what is known of a model of that name. */
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
}

/** A model may be pulled again under its name while we run; its digest is asked for this often. */
const DESCRIBED_FOR_MS = 60_000;
const HEALTH_TIMEOUT_MS = 3000;
const REVISION_DIGITS = 12;

/** A model of an Ollama server, which loads it when the first text comes and cuts texts that are too long for it. */
export class OllamaEmbeddingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #model: string;
  readonly #dimensions: number | undefined;
  readonly #batchSize: number;
  readonly #prefixes: Prefixes;
  readonly #server: ModelServer;
  #described: { readonly at: number; readonly digest: string; readonly model: CardModel } | undefined;
  #dimension: number | undefined;

  constructor({ name, url = 'http://127.0.0.1:11434', model = 'mxbai-embed-large', ...options }: OllamaOptions) {
    const { dimensions, batchSize = 32, timeoutMs = 60_000 } = options;
    const known = knownPrefixes(model);
    this.name = name;
    this.#model = model;
    this.#dimensions = dimensions;
    this.#batchSize = batchSize;
    this.#prefixes = { query: options.queryPrefix ?? known.query, document: options.documentPrefix ?? known.document };
    this.#server = new ModelServer({
      name,
      model,
      timeoutMs,
      kind: 'Ollama',
      address: url.replace(/(?<!\/)\/+$/, ''),
      startHint: 'Start it with `ollama serve`',
      modelHint: `Fetch it with \`ollama pull ${model}\``,
    });
  }

  async describe(signal?: AbortSignal, when?: DescribeWhen): Promise<CardModel> {
    const now = performance.now();
    if (when === undefined && this.#described !== undefined && now - this.#described.at < DESCRIBED_FOR_MS) return this.#described.model;
    const digest = await this.#digest({ signal });
    if (when === 'anew' || (this.#described !== undefined && this.#described.digest !== digest)) this.#dimension = undefined;
    this.#dimension ??= this.#dimensions ?? (await this.#lengthByFile(signal)) ?? (await this.#lengthByTrial(signal));
    const { query, document } = this.#prefixes;
    const model: CardModel = {
      name: this.name,
      revision: createHash('sha256')
        .update(JSON.stringify([digest, document]))
        .digest('hex')
        .slice(0, REVISION_DIGITS),
      dimension: this.#dimension,
      distance: 'cosine',
      query_prefix: query,
      document_prefix: document,
    };
    this.#described = { at: now, digest, model };
    return model;
  }

  embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    return embedWords(texts, {
      prefix: this.#prefixes[kind],
      dimension: async () => (await this.describe(signal)).dimension,
      embed: (asked) => {
        const ask = (batch: readonly string[]) => this.#send(batch, signal);
        const send = (batch: readonly string[]) => requireDirections(batch, { send: ask, errors: this.#server.errors });
        return sendInBatches(asked, { batchSize: this.#batchSize, send });
      },
      signal,
    });
  }

  health(signal?: AbortSignal): Promise<ComponentHealth> {
    const ask = async () => {
      await this.#digest({ signal, timeoutMs: HEALTH_TIMEOUT_MS });
      return {};
    };
    return healthOf({ name: this.name, kind: 'ollama' }, ask, signal);
  }

  close(): Promise<void> {
    this.#described = undefined;
    this.#dimension = undefined;
    return Promise.resolve();
  }

  async #send(input: readonly string[], signal: AbortSignal | undefined): Promise<readonly Float32Array[]> {
    const dimensions = this.#dimensions === undefined ? {} : { dimensions: this.#dimensions };
    const body = { model: this.#model, input, truncate: true, ...dimensions };
    const answer = await this.#server.ask('/api/embed', { body, texts: input, signal });
    const { embeddings } = this.#read(Embeddings, answer);
    const [dimension, described] = [this.#dimension, this.#described];
    // Where the answer is of another length, another model may be served there by now: what comes next is learned anew.
    this.#dimension = this.#described = undefined;
    const vectors = readVectors(embeddings, { count: input.length, dimension, errors: this.#server.errors });
    this.#dimension = vectors[0]?.length;
    this.#described = described;
    return vectors;
  }

  /** @throws `EMBEDDER.MODEL_NOT_FOUND` */
  async #digest(request: { readonly signal: AbortSignal | undefined; readonly timeoutMs?: number }): Promise<string> {
    const { models } = this.#read(Tags, await this.#server.ask('/api/tags', request));
    const listed = models.find(({ name, model = name }) => isModel(name, this.#model) || isModel(model, this.#model));
    if (listed === undefined) throw this.#server.errors.modelMissing();
    return listed.digest;
  }

  async #lengthByFile(signal: AbortSignal | undefined): Promise<number | undefined> {
    return embeddingLength(this.#read(Show, await this.#server.ask('/api/show', { body: { model: this.#model }, signal })));
  }

  async #lengthByTrial(signal: AbortSignal | undefined): Promise<number> {
    const [vector] = await this.#send(['text'], signal);
    return vector?.length ?? 0;
  }

  #read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw this.#server.errors.invalid('answered in a form that is not Ollama’s', this.#server.errors.wrongAddressHint);
  }
}
