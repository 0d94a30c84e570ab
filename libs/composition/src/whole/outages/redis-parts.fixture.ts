import { loadConfiguration, silentLogger } from '@tributary/platform';
import { composeParts, type Parts } from '../../parts/compose-parts.js';

interface PartsOverRedis {
  readonly folder: string;
  readonly redisUrl: string;
}

/** The parts of a service, with its engine in a folder and its queues in Redis. */
export async function partsOverRedis({ folder, redisUrl }: PartsOverRedis): Promise<Parts> {
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['redis', 'url'], value: redisUrl, flag: 'redis' },
    ],
  });
  return composeParts({ configuration, logger: silentLogger, queueKind: 'bullmq' });
}
