import { permanent, retryable, type TributaryError } from '@tributary/kernel';

/** Whom a message is about: the kind of server, the model as the server knows it, and the name under which it is configured. */
export interface ServerIdentity {
  /** Configured name: `models.<name>`. */
  readonly name: string;
  /** What runs there, as a user calls it: `Ollama`. */
  readonly kind: string;
  /** Without path beyond the base, user or password. */
  readonly address: string;
  readonly model: string;
  /** What brings a server back that does not answer. */
  readonly startHint: string;
  /** What makes a missing model present. */
  readonly modelHint: string;
}

const DEFAULT_RETRY_AFTER_MS = 1000;

/** The sentences in which a model server's failures are told, each with what to do. */
export class ServerErrors {
  readonly #server: ServerIdentity;

  constructor(server: ServerIdentity) {
    this.#server = server;
  }

  /** No answer, or half of one. */
  away(reason: string, cause?: unknown): TributaryError {
    const { name, startHint } = this.#server;
    return retryable('EMBEDDER.UNAVAILABLE', `${this.#whole()} does not answer (${reason}). ${startHint}, or correct models.${name}.url.`, {
      cause,
    });
  }

  late(timeoutMs: number): TributaryError {
    const { name } = this.#server;
    const sentence = `${this.#whole()} did not answer within ${timeoutMs.toString()} ms. Give it less to do at once (models.${name}.batch_size), or more time (models.${name}.timeout_ms).`;
    return retryable('EMBEDDER.UNAVAILABLE', sentence, { category: 'timeout' });
  }

  broken(status: number, detail: string, retryAfterMs?: number): TributaryError {
    const sentence = `${this.#whole()} failed with ${status.toString()}${detail}. Its own log says more; it is asked again later.`;
    return retryable('EMBEDDER.UNAVAILABLE', sentence, retryAfterMs === undefined ? {} : { retryAfterMs });
  }

  rateLimited(retryAfterMs = DEFAULT_RETRY_AFTER_MS): TributaryError {
    const sentence = `${this.#whole()} asks for fewer requests; the next is due in ${retryAfterMs.toString()} ms. A higher limit is the provider’s to give.`;
    return retryable('EMBEDDER.RATE_LIMITED', sentence, { category: 'overloaded', retryAfterMs });
  }

  denied(status: number, detail: string): TributaryError {
    const { name } = this.#server;
    const sentence = `${this.#whole()} refuses access (${status.toString()}${detail}). Set models.${name}.api_key to a key that may use this model.`;
    return permanent('EMBEDDER.DENIED', sentence, { category: 'denied' });
  }

  outOfQuota(): TributaryError {
    const sentence = `${this.#whole()} refuses: the quota of the key is used up. Raise it with the provider, or give another key in models.${this.#server.name}.api_key.`;
    return permanent('EMBEDDER.DENIED', sentence, { category: 'denied' });
  }

  modelMissing(): TributaryError {
    const { kind, address, model, modelHint } = this.#server;
    return permanent('EMBEDDER.MODEL_NOT_FOUND', `${kind} at ${address} has no model ${model}. ${modelHint}.`, { category: 'not_found' });
  }

  /** An answer that is none: no JSON, a wrong count, numbers that are not finite. */
  invalid(what: string, hint: string): TributaryError {
    return permanent('EMBEDDER.ANSWER_INVALID', `${this.#whole()} ${what}. ${hint}`, { category: 'internal' });
  }

  /** The hint for an answer that does not even look like the interface. */
  get wrongAddressHint(): string {
    return `Check that models.${this.#server.name}.url names the server itself, path included.`;
  }

  refused(status: number, detail: string): TributaryError {
    const sentence = `${this.#whole()} refuses the request (${status.toString()}${detail}). Check models.${this.#server.name} against what the server supports.`;
    return permanent('EMBEDDER.REQUEST_REFUSED', sentence);
  }

  #whole(): string {
    const { kind, address, model } = this.#server;
    return `${kind} at ${address} (model ${model})`;
  }
}
