import type { ServerOptions } from '@modelcontextprotocol/server';

/** Fixed while a process runs; a deployment that changes them is seen after this long. */
const FIXED = { ttlMs: 300_000, cacheScope: 'private' } as const;
/** Made from the live cards. */
const LIVE = { ttlMs: 10_000, cacheScope: 'private' } as const;

/** How long clients of 2026-07-28 may keep an answer. Everything is private: what a caller may not see does not exist for him. */
export const CACHE_HINTS: NonNullable<ServerOptions['cacheHints']> = {
  'tools/list': FIXED,
  'prompts/list': FIXED,
  'resources/templates/list': FIXED,
  'server/discover': LIVE,
  'resources/list': LIVE,
  // A text that was just stored is read at once.
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
};
