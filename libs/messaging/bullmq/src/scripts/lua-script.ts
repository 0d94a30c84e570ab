import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A script that Redis runs in one step. All its keys lie in one slot. */
export class LuaScript {
  readonly #source: string;
  readonly #sha: string;

  constructor(source: string) {
    this.#source = source;
    this.#sha = createHash('sha1').update(source).digest('hex');
  }

  async run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.#sha, keys.length, ...keys, ...args);
    } catch (error) {
      const isUnknown = error instanceof Error && error.message.startsWith('NOSCRIPT');
      if (!isUnknown) throw error;
      return redis.eval(this.#source, keys.length, ...keys, ...args);
    }
  }
}
