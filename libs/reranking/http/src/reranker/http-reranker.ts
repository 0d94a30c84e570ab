import { healthOf, type ComponentHealth } from '@tributary/contracts';
import { ModelServer, sendInBatches } from '@tributary/embedding-port/http';
import { Deadline, hasCode } from '@tributary/kernel';
import { cutText, type RerankOptions, type RerankRequest, type RerankScores, type Reranker } from '@tributary/reranking-port';
import { placesOf, SHAPES, type Place, type ShapeName, type ShapedRequest } from '../shapes/shape.js';

export interface HttpRerankerOptions {
  /** Configured name. */
  readonly name: string;
  /** Of the server, with or without the version and `/rerank`. */
  readonly url: string;
  /** Left out: found out. */
  readonly shape?: ShapeName | undefined;
  /** As the server knows it; many servers need none. */
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Passages of one request. */
  readonly batchSize?: number | undefined;
}

/** Searches give up long before; this ends what nobody waits for. */
const TIMEOUT_MS = 30_000;
const HEALTH_MS = 5000;
/** What a server answers that does not speak an interface, or not there. */
const NOT_SPOKEN = ['RERANKER.ANSWER_INVALID', 'RERANKER.REQUEST_REFUSED'];

interface Limits {
  readonly limit: AbortSignal;
  readonly place: Place;
}

/** A cross-encoder behind TEI's or Cohere's interface. */
export class HttpReranker implements Reranker {
  readonly name: string;
  readonly #options: HttpRerankerOptions;
  readonly #server: ModelServer;
  readonly #places: readonly Place[];
  /** Where it answered before. */
  #found: Place | undefined;

  constructor(options: HttpRerankerOptions) {
    const { name, url, model = 'its own', apiKey, shape } = options;
    const address = url.replace(/(?<!\/)\/+$/, '').replace(/\/rerank$/, '');
    this.name = name;
    this.#options = options;
    this.#places = placesOf(address, shape);
    this.#server = new ModelServer({
      name,
      model,
      apiKey,
      address,
      timeoutMs: TIMEOUT_MS,
      kind: 'The rerank server',
      startHint: 'Start it',
      modelHint: `Name one it has in rerankers.${name}.model`,
      use: { codes: 'RERANKER', section: 'rerankers' },
    });
  }

  async rerank({ query, texts }: RerankRequest, { deadline, signal }: RerankOptions): Promise<RerankScores> {
    signal?.throwIfAborted();
    if (texts.length === 0) return [];
    const limit = deadline.signal(signal);
    const request = { query: cutText(query), texts: texts.map(cutText), model: this.#options.model };
    const scores = this.#found ? await this.#all(request, { limit, place: this.#found }) : await this.#findOut(request, limit);
    signal?.throwIfAborted();
    return scores;
  }

  /** Scores one word: few of these servers tell otherwise whether key and model are in order. */
  health(signal?: AbortSignal): Promise<ComponentHealth> {
    const ask = async () => {
      await this.rerank({ query: 'text', texts: ['text'] }, { deadline: Deadline.in(HEALTH_MS), signal });
      return {};
    };
    return healthOf({ name: this.name, kind: 'http' }, ask, signal);
  }

  close(): Promise<void> {
    this.#found = undefined;
    return Promise.resolve();
  }

  /** Tries the places one after the other; where none is spoken, a refusal says more than a path where nothing is. */
  async #findOut(request: ShapedRequest, limit: AbortSignal): Promise<RerankScores> {
    const failures: unknown[] = [];
    for (const place of this.#places) {
      try {
        const scores = await this.#all(request, { limit, place });
        this.#found = place;
        return scores;
      } catch (error) {
        if (!NOT_SPOKEN.some((code) => hasCode(error, code))) throw error;
        failures.push(error);
      }
    }
    throw failures.find((error) => hasCode(error, 'RERANKER.REQUEST_REFUSED')) ?? failures[0];
  }

  /** What did not come back in time is left without a score. @throws a timeout when nothing did */
  async #all(request: ShapedRequest, limits: Limits): Promise<RerankScores> {
    const { limit } = limits;
    const { batchSize = 32 } = this.#options;
    const { texts } = request;
    const batches = Array.from({ length: Math.ceil(texts.length / batchSize) }, (_, i) => texts.slice(i * batchSize, (i + 1) * batchSize));
    const send = async (part: readonly string[]): Promise<RerankScores> => {
      try {
        return await this.#send({ ...request, texts: part }, limits);
      } catch (error) {
        if (!limit.aborted) throw error;
        return part.map(() => undefined);
      }
    };
    const scores = (await Promise.all(batches.map((batch) => sendInBatches(batch, { batchSize, send })))).flat();
    if (scores.every((score) => score === undefined)) limit.throwIfAborted();
    return scores;
  }

  async #send(request: ShapedRequest, { limit, place }: Limits): Promise<readonly number[]> {
    const { query, texts } = request;
    const shape = SHAPES[place.shape];
    const { errors } = this.#server;
    const answer = await this.#server.ask(place.path, { body: shape.body(request), texts: [query, ...texts], signal: limit });
    const read = shape.read(answer);
    if (read === undefined) throw errors.invalid(`answered in a form that is not that of ${place.shape}`, errors.wrongAddressHint);
    const scores = new Map(read.map(({ index, score }) => [index, score]));
    if (read.length !== texts.length)
      throw errors.invalid(
        `answered ${read.length.toString()} scores to ${texts.length.toString()} texts`,
        'Its version may not fit: update it.',
      );
    return texts.map((_, at) => {
      const score = scores.get(at);
      if (score === undefined)
        throw errors.invalid('answered no score for some texts and several for others', 'Its version may not fit: update it.');
      if (typeof score === 'number' && Number.isFinite(score)) return score;
      throw errors.invalid('answered a score that is no finite number', 'The text or the model is at fault.');
    });
  }
}
