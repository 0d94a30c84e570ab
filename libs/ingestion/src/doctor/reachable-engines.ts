import type { ComponentHealth } from '@tributary/contracts';
import { engineHealth, type Engine, type Engines } from '@tributary/engines-port';

/** Asks every engine how it is, all at once. */
export async function reachableEngines(
  engines: Engines,
): Promise<{ readonly up: readonly Engine[]; readonly down: readonly ComponentHealth[] }> {
  const asked = await Promise.all(engines.all().map(async (engine) => ({ engine, health: await engineHealth(engine) })));
  const isUp = ({ health }: { readonly health: ComponentHealth }) => health.status !== 'down';
  return { up: asked.filter(isUp).map(({ engine }) => engine), down: asked.filter((one) => !isUp(one)).map(({ health }) => health) };
}
