import type { ComponentHealth } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import type { Engine } from './engine.js';

/** Who asks an engine how it is wants to know soon, however patient other requests are. */
export const HEALTH_LIMIT_MS = 3000;

/** How an engine is; one that cannot even be asked is down. Never rejects. */
export async function engineHealth(engine: Engine): Promise<ComponentHealth> {
  try {
    return await engine.health();
  } catch (error) {
    return { name: engine.name, kind: engine.kind, status: 'down', detail: toErrorRecord(error).message };
  }
}
