export { temporaryFolder } from './files/temporary-folder.js';
export { MemoryOperations } from './operations/memory-operations.js';
export { startApp, type AppEnd, type AppOptions, type AppProcess } from './processes/app-process.js';
export { startSource, type SourceProcess } from './processes/source-process.js';
export { SeededRandom, testSeed } from './random/seeded-random.js';
export { startRedisServer, type RedisServer } from './redis/redis-server.js';
export { findRedis, findRedisProgram, type RedisSupply } from './redis/redis-supply.js';
export { eventually } from './waiting/eventually.js';
