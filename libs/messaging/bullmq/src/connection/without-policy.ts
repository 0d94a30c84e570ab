import type { Redis, RedisOptions } from 'ioredis';

const POLICY = /^maxmemory_policy:.*$/m;

/** A client whose INFO, asked for as a whole, does not say what the server does without memory. BullMQ asks so, and complains of it on standard error in a line of
 *  its own form, once for each connection; we ask for `memory` (durability.ts) and tell it once. To have BullMQ skip its look altogether would make it take the
 *  server for a Redis 5, which waits in whole seconds. */
export function withoutPolicy(client: Redis): Redis {
  const info = client.info.bind(client);
  const duplicate = client.duplicate.bind(client);
  return Object.assign(client, {
    // With arguments or a callback, as the client itself asks for its state, it stays as it is.
    info: async (...args: Parameters<typeof info>) => (args.length === 0 ? (await info()).replace(POLICY, '') : info(...args)),
    duplicate: (override?: Partial<RedisOptions>) => withoutPolicy(duplicate(override)),
  });
}
