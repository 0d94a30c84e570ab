import type { ComponentHealth } from '@tributary/contracts';
import { isFresh, type Clock } from '@tributary/kernel';

/** Whoever asks how a server is sends it a text, which its operator may pay for: within these times he hears what was heard last. */
const WELL_FOR_MS = 15_000;
const ILL_FOR_MS = 5000;

/** How something is, as it was seen lately; who asks while it is looked at waits for that look. */
export function recentHealth(look: () => Promise<ComponentHealth>, clock: Clock): () => Promise<ComponentHealth> {
  let seen: { readonly at: number; readonly health: ComponentHealth } | undefined;
  let underWay: Promise<ComponentHealth> | undefined;
  const lookNow = async (): Promise<ComponentHealth> => {
    const health = await look();
    seen = { health, at: clock.now() };
    return health;
  };
  return () => {
    if (seen !== undefined && isFresh(seen.at, clock.now(), seen.health.status === 'up' ? WELL_FOR_MS : ILL_FOR_MS)) {
      return Promise.resolve(seen.health);
    }
    underWay ??= lookNow().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
