import { Redis } from 'ioredis';

/** Put first in a script: what it writes goes neither into the append-only file nor to replicas, so nobody waits for a disk. */
export const NOT_KEPT = 'redis.set_repl(redis.REPL_NONE)\n';

/** A connection whose scripts write for the moment only: for requests, whose callers hear of a lost Redis and ask again. */
export class VolatileRedis extends Redis {
  override defineCommand(name: string, definition: { lua: string; numberOfKeys?: number; readOnly?: boolean }): void {
    super.defineCommand(name, { ...definition, lua: NOT_KEPT + definition.lua });
  }
}
