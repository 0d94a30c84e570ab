export { RedisCallCounts } from './redis-call-counts.js';
export { RedisCallMemory } from './redis-call-memory.js';
export { RedisCursorStore } from './redis-cursor-store.js';
export { RedisSessionStore } from './redis-session-store.js';
