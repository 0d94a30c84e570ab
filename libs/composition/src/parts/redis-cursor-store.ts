import { randomUUID } from 'node:crypto';
import { Coverage } from '@tributary/contracts';
import type { CursorStore, ListedHit, RankedList } from '@tributary/federation';
import type { Logger } from '@tributary/platform';
import { z } from 'zod';
import { LazyRedis } from './lazy-redis.js';

const KEPT_SECONDS = 600;
/** Generous, since a machine that starts other processes lets this one stand for hundreds of milliseconds; the answer goes through the same Redis and would
 *  wait as long. */
const COMMAND_LIMIT_MS = 2000;

const Passage = z.object({ id: z.string(), collection: z.string() });

/** Every field there is: what a schema does not name is lost, and an optional one without a word. */
const KeptHit = {
  ...Passage.shape,
  relevance: z.number(),
  version: z.number().exactOptional(),
  more: z.number().exactOptional(),
  alsoIn: z.array(Passage).exactOptional(),
} satisfies Record<keyof ListedHit, z.ZodType>;

const KeptList: z.ZodType<RankedList> = z.object({
  hits: z.array(z.object(KeptHit)),
  coverage: z.array(Coverage),
  demands: z.object({ phrases: z.array(z.string()), excluded: z.array(z.string()) }),
  owner: z.string(),
});

interface RedisCursorOptions {
  readonly url: string;
  readonly prefix: string;
  readonly logger: Logger;
}

/** Ranked lists in Redis, so that any replica of the federation continues them. While Redis is away a search is answered all the same; its cursor then expires at once. */
export class RedisCursorStore implements CursorStore {
  readonly #options: RedisCursorOptions;
  readonly #redis: LazyRedis;

  constructor(options: RedisCursorOptions) {
    this.#options = options;
    this.#redis = new LazyRedis({ url: options.url, commandLimitMs: COMMAND_LIMIT_MS });
  }

  async put(list: RankedList): Promise<string> {
    const id = randomUUID();
    try {
      const redis = await this.#redis.client();
      await redis.set(this.#key(id), JSON.stringify(list), 'EX', KEPT_SECONDS);
    } catch (error) {
      this.#options.logger.warn('a cursor could not be kept', { reason: error instanceof Error ? error.message : 'unknown' });
    }
    return id;
  }

  async get(id: string): Promise<RankedList | undefined> {
    const redis = await this.#redis.client();
    const text = await redis.get(this.#key(id));
    return text === null ? undefined : KeptList.parse(JSON.parse(text));
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  #key(id: string): string {
    return `{${this.#options.prefix}:cursor}:${id}`;
  }
}
