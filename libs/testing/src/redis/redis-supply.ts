import { spawnSync } from 'node:child_process';

/** Where a test gets its Redis from. */
export type RedisSupply =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'program'; readonly command: string }
  | { readonly kind: 'none'; readonly reason: string };

const PROGRAMS = ['redis-server', 'valkey-server'];

/** `TRIBUTARY_TEST_REDIS_URL`, else a `redis-server` or `valkey-server` on the PATH, else none and why. */
export function findRedis(): RedisSupply {
  const url = process.env['TRIBUTARY_TEST_REDIS_URL'];
  if (url !== undefined && url !== '') return { kind: 'url', url };
  return findRedisProgram();
}

/** A server program on the PATH: what a test needs that stops its Redis. */
export function findRedisProgram(): Exclude<RedisSupply, { kind: 'url' }> {
  const command = PROGRAMS.find((program) => spawnSync(program, ['--version']).status === 0);
  if (command !== undefined) return { kind: 'program', command };
  return { kind: 'none', reason: 'no Redis: install redis-server or valkey-server, or set TRIBUTARY_TEST_REDIS_URL' };
}
