import { toErrorRecord } from '@tributary/kernel';
import type { ComponentHealth } from './status.js';

/** What a component says of itself; up where it says nothing. */
type Told = Partial<Pick<ComponentHealth, 'status' | 'detail' | 'takes_writes'>>;

/** How a component is that is asked by a call: up, or as it says; down where the call fails. Rejects only where `signal` aborts: one who gives up learns nothing of it. */
export async function healthOf(
  { name, kind }: Pick<ComponentHealth, 'name' | 'kind'>,
  ask: () => Promise<Told>,
  signal?: AbortSignal,
): Promise<ComponentHealth> {
  try {
    return { name, kind, status: 'up', ...(await ask()) };
  } catch (error) {
    signal?.throwIfAborted();
    return { name, kind, status: 'down', detail: toErrorRecord(error).message };
  }
}
