import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

/** Repeats `attempt` until it does not throw and does not answer false; gives up after `withinMs` with the last reason. For tests that wait for an event nobody announces. */
export async function eventually<T>(attempt: () => T | Promise<T>, withinMs = 30_000): Promise<T> {
  const endsAt = performance.now() + withinMs;
  // What takes long is asked for less often: to ask takes the processor from what is waited for.
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.3)) {
    try {
      const result = await attempt();
      if (result !== false) return result;
      if (performance.now() > endsAt) throw new Error(`Still false after ${withinMs.toString()} ms`);
    } catch (error) {
      if (performance.now() > endsAt) throw error;
    }
    await pause(pauseMs);
  }
}
