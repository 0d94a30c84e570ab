import { setTimeout as pause } from 'node:timers/promises';
import { SearchAnswer } from '@tributary/contracts';
import type { Deployment } from '../deployment/deployment.ts';

const LOOK_MS = 20;

/** One search as its caller saw it. */
export interface SearchRecord {
  /** Milliseconds since the first search began. */
  readonly at: number;
  readonly ms: number;
  /** Undefined when it was answered. */
  readonly failure: string | undefined;
  /** Coverage that says that something was not searched, or in part. */
  readonly missed?: string;
}

interface SearchersOptions {
  /** Callers at once. */
  readonly callers: number;
  /** From one search of a caller to his next; 0 asks again at once. */
  readonly everyMs?: number;
  readonly deadlineMs?: number;
  readonly question: (n: number) => string;
  /** Collections asked. */
  readonly collections?: readonly string[];
}

/** Callers that search without pause over HTTP until they are stopped. */
export class Searchers {
  readonly records: SearchRecord[] = [];
  readonly #options: SearchersOptions;
  readonly #deployment: Deployment;
  readonly #beganAt = performance.now();
  readonly #working: Promise<unknown>;
  #isStopping = false;
  #asked = 0;

  constructor(deployment: Deployment, options: SearchersOptions) {
    this.#deployment = deployment;
    this.#options = options;
    this.#working = Promise.all(Array.from({ length: options.callers }, () => this.#work()));
  }

  /** Milliseconds since the first search began. */
  get now(): number {
    return performance.now() - this.#beganAt;
  }

  /** Resolves when so many were answered, or failed, since the beginning. */
  async untilAnswered(count: number): Promise<void> {
    while (this.records.length < count) await pause(LOOK_MS);
  }

  /** Resolves when the searches under way are answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      const at = this.now;
      const outcome = await this.#search().catch((error: unknown) => ({
        failure: error instanceof Error ? describe(error) : String(error),
      }));
      const ms = this.now - at;
      this.records.push({ at, ms, ...outcome });
      await pause(Math.max(0, (this.#options.everyMs ?? 0) - ms));
    }
  }

  async #search(): Promise<Pick<SearchRecord, 'failure' | 'missed'>> {
    const { question, collections = ['*'], deadlineMs = 30_000 } = this.#options;
    const response = await fetch(`${this.#deployment.url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#deployment.place.token}` },
      body: JSON.stringify({ query: question(this.#asked++), collections, deadline_ms: deadlineMs, limit: 5 }),
      signal: AbortSignal.timeout(deadlineMs + 30_000),
    });
    const body = await response.text();
    if (!response.ok) return { failure: `${response.status.toString()} ${body}` };
    const { coverage } = SearchAnswer.parse(JSON.parse(body));
    const missed = coverage.filter(({ status }) => status !== 'searched');
    return { failure: undefined, ...(missed.length === 0 ? {} : { missed: JSON.stringify(missed) }) };
  }
}

function describe({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
