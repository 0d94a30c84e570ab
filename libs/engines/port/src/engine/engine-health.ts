import { healthOf, type ComponentHealth } from '@tributary/contracts';
import type { Engine } from './engine.js';

/** Who asks an engine how it is wants to know soon, however patient other requests are. */
export const HEALTH_LIMIT_MS = 3000;

/** How an engine is; one that cannot even be asked is down. Never rejects. */
export function engineHealth(engine: Engine): Promise<ComponentHealth> {
  return healthOf(engine, () => engine.health());
}
