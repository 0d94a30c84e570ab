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
  /** What the server is for; left out: embedding. */
  readonly use?: ServerUse;
}

/** How messages name a use of model servers: codes are `<codes>.UNAVAILABLE` and so on, settings `<section>.<name>.url` and so on. */
interface ServerUse {
  readonly codes: string;
  readonly section: string;
}

const EMBEDDING: ServerUse = { codes: 'EMBEDDER', section: 'models' };

const DEFAULT_RETRY_AFTER_MS = 1000;
/** What proxies answer for a server that is not there, and servers for work they do not take now. */
const UNAVAILABLE = 503;

/** The sentences in which a model server's failures are told, each with what to do. */
export class ServerErrors {
  readonly #server: ServerIdentity;
  readonly #codes: string;
  /** Where its settings stand: `models.<name>`. */
  readonly #setting: string;

  constructor(server: ServerIdentity) {
    const { codes, section } = server.use ?? EMBEDDING;
    this.#server = server;
    this.#codes = codes;
    this.#setting = `${section}.${server.name}`;
  }

  /** No answer, or half of one; `untaken` where there was no connection. */
  away(reason: string, options: { readonly cause?: unknown; readonly untaken?: boolean } = {}): TributaryError {
    const { startHint } = this.#server;
    return retryable(
      `${this.#codes}.UNAVAILABLE`,
      `${this.#whole()} does not answer (${reason}). ${startHint}, or correct ${this.#setting}.url.`,
      options,
    );
  }

  late(timeoutMs: number): TributaryError {
    const sentence = `${this.#whole()} did not answer within ${timeoutMs.toString()} ms. Give it less to do at once (${this.#setting}.batch_size), or more time (${this.#setting}.timeout_ms).`;
    return retryable(`${this.#codes}.UNAVAILABLE`, sentence, { category: 'timeout' });
  }

  broken(status: number, detail: string, retryAfterMs?: number): TributaryError {
    const untaken = status === UNAVAILABLE;
    const sentence = `${this.#whole()} failed with ${status.toString()}${detail}. Its own log says more; it is asked again later.`;
    return retryable(`${this.#codes}.UNAVAILABLE`, sentence, retryAfterMs === undefined ? { untaken } : { untaken, retryAfterMs });
  }

  rateLimited(retryAfterMs = DEFAULT_RETRY_AFTER_MS): TributaryError {
    // A moment, and not how long: the sentence is said again while one waits.
    const due = new Date(Date.now() + retryAfterMs).toISOString().replace(/\.\d+Z$/, 'Z');
    const sentence = `${this.#whole()} asks for fewer requests; the next is due at ${due}. A higher limit is the provider’s to give.`;
    return retryable(`${this.#codes}.RATE_LIMITED`, sentence, { category: 'overloaded', retryAfterMs, untaken: true });
  }

  denied(status: number, detail: string): TributaryError {
    const sentence = `${this.#whole()} refuses access (${status.toString()}${detail}). Set ${this.#setting}.api_key to a key that may use this model.`;
    return permanent(`${this.#codes}.DENIED`, sentence, { category: 'denied' });
  }

  outOfQuota(): TributaryError {
    const sentence = `${this.#whole()} refuses: the quota of the key is used up. Raise it with the provider, or give another key in ${this.#setting}.api_key.`;
    return permanent(`${this.#codes}.DENIED`, sentence, { category: 'denied' });
  }

  modelMissing(): TributaryError {
    const { kind, address, model, modelHint } = this.#server;
    return permanent(`${this.#codes}.MODEL_NOT_FOUND`, `${kind} at ${address} has no model ${model}. ${modelHint}.`, {
      category: 'not_found',
    });
  }

  /** An answer that is none: no JSON, a wrong count, numbers that are not finite. */
  invalid(what: string, hint: string): TributaryError {
    return permanent(`${this.#codes}.ANSWER_INVALID`, `${this.#whole()} ${what}. ${hint}`, { category: 'internal' });
  }

  notFinite(): TributaryError {
    return this.invalid('answered a vector with something that is no finite number', 'The text or the model is at fault.');
  }

  /** A server may do so in a bad moment, as while its graphics card resets. */
  zeros(): TributaryError {
    const sentence = `${this.#whole()} answers zeros to every text. Where it stays so, load the model there again.`;
    return retryable(`${this.#codes}.UNAVAILABLE`, sentence);
  }

  /** The hint for an answer that does not even look like the interface. */
  get wrongAddressHint(): string {
    return `Check that ${this.#setting}.url names the server itself, path included.`;
  }

  refused(status: number, detail: string): TributaryError {
    const sentence = `${this.#whole()} refuses the request (${status.toString()}${detail}). Check ${this.#setting} against what the server supports.`;
    return permanent(`${this.#codes}.REQUEST_REFUSED`, sentence);
  }

  #whole(): string {
    const { kind, address, model } = this.#server;
    return `${kind} at ${address} (model ${model})`;
  }
}
