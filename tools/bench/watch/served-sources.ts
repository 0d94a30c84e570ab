import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, SourceInput, localOwner, type Operations } from '@tributary/contracts';
import { followSource } from '@tributary/mcp/following';
import { eventually, readServer } from '@tributary/testing';

const LOOK_EVERY_MS = 10;
const LIMIT_MS = 60_000;

/** Sources of a running server, and what it finds of them. */
export class ServedSources {
  readonly #operations: Operations;

  private constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** A server may be ready a moment before it has written down where it is. */
  static async connect(url: string, data: string): Promise<ServedSources> {
    const { token } = await eventually(() => readServer(data));
    return new ServedSources(new HttpOperations(new HttpConnection({ url, token })));
  }

  /** Resolves when everything below is searchable and, where that is wanted, watched. */
  async index(location: string, { watch }: { readonly watch: boolean }): Promise<void> {
    const added = await this.#operations.addSource(SourceInput.parse({ location, watch }), context());
    for await (const { isSearchable } of followSource({ operations: this.#operations, context: context(), added })) if (isSearchable) break;
    if (!watch) return;
    const isWatched = async () => {
      const sources = await this.#operations.listSources(context());
      return sources.some(({ id, watched }) => id === added.source.id && watched !== undefined);
    };
    await eventually(isWatched);
  }

  /** Resolves when a search for the word finds it. @throws after a minute */
  async untilFound(word: string): Promise<void> {
    const request = SearchRequest.parse({ query: word, algorithm: 'keyword', limit: 1 });
    const endsAt = performance.now() + LIMIT_MS;
    while (performance.now() < endsAt) {
      const { hits } = await this.#operations.search(request, context());
      if (hits.some(({ content }) => content.includes(word))) return;
      await pause(LOOK_EVERY_MS);
    }
    throw new Error('A saved note was not found within a minute.');
  }
}

function context() {
  return { principal: localOwner, signal: AbortSignal.timeout(3_600_000) };
}
