/** Put first in a script: what it writes goes neither into the append-only file nor to replicas, so nobody waits for a disk. */
export const NOT_KEPT = 'redis.set_repl(redis.REPL_NONE)\n';
